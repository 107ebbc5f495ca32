package io.sluice.internal.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** One attempt to open a connection: name, socket, encryption, login. */
@Name("sluice.Connect")
@Label("Connect")
@Category("Sluice")
@Description("A connection to a server was opened, or could not be: look-up of the name, TCP, TLS and SASL together")
@StackTrace(false)
public final class JfrConnect extends Event {
    @Label("Server")
    @Description("Host and port")
    String server = "";

    @Label("Service")
    @Description("ClientService for writes, ClientMetaService for registries")
    String service = "";

    @Label("Outcome")
    @Description("ok or failed")
    String outcome = "";

    @Label("Cause")
    @Description("Class and message of the error")
    @Nullable String cause;

    JfrConnect() {}

    /** A connect begins. */
    public static JfrConnect begun(String server, String service) {
        JfrConnect event = new JfrConnect();
        event.server = server;
        event.service = service;
        event.begin();
        return event;
    }

    /** It has ended; with an error if it failed. */
    public void ended(@Nullable Throwable error) {
        end();
        if (shouldCommit()) {
            outcome = Jfr.outcome(error == null ? 0 : 1, 1);
            cause = error == null ? null : error.toString();
            commit();
        }
    }
}
