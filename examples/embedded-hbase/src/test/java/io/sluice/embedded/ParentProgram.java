package io.sluice.embedded;

import java.io.IOException;

/** A program that starts a server and waits to be killed; it runs without a jar of HBase on its class path. */
public final class ParentProgram {
    private ParentProgram() {}

    /** Prints process id and folder of the server. */
    public static void main(String[] args) throws IOException {
        try {
            Class.forName("org.apache.hadoop.hbase.client.Put");
            throw new IllegalStateException("HBase is on the class path of the parent");
        } catch (ClassNotFoundException expected) {
            EmbeddedHBase server =
                    EmbeddedHBase.start(EmbeddedOptions.defaults().withFastStart());
            System.out.println(server.pid() + " " + server.folder());
            server.onExit().join();
        }
    }
}
