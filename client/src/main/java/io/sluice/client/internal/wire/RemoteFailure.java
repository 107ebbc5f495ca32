package io.sluice.client.internal.wire;

/**
 * {@code ExceptionResponse} of RPC.proto: why a whole call failed. Host and port of a region that moved are in the text
 * as well, with more.
 *
 * @param className full name of the exception's class at the server
 * @param text first line of its stack trace
 * @param doNotRetry whether a retry would fail again
 * @param serverOverloaded whether to retry only after a longer pause; servers before 2.5 never say so
 */
record RemoteFailure(String className, String text, boolean doNotRetry, boolean serverOverloaded) {

    static RemoteFailure read(ProtoReader reader) throws MalformedMessageException {
        String className = "";
        String text = "";
        boolean doNotRetry = false;
        boolean serverOverloaded = false;
        for (int field = reader.next(); field != 0; field = reader.next()) {
            switch (field) {
                case Fields.EXCEPTION_CLASS_NAME -> className = reader.firstLine();
                case Fields.EXCEPTION_STACK_TRACE -> text = reader.firstLine();
                case Fields.EXCEPTION_DO_NOT_RETRY -> doNotRetry = reader.bool();
                case Fields.EXCEPTION_SERVER_OVERLOADED -> serverOverloaded = reader.bool();
                default -> reader.skip();
            }
        }
        return new RemoteFailure(className, text, doNotRetry, serverOverloaded);
    }
}
