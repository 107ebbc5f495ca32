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
    private static final JfrConnect PROBE = new JfrConnect("", "");

    @Label("Server")
    @Description("Host and port")
    final String server;

    @Label("Service")
    @Description("ClientService for writes, ClientMetaService for registries")
    final String service;

    @Label("Outcome")
    @Description("ok or failed")
    String outcome = "";

    @Label("Cause")
    @Description("Class and message of the error")
    @Nullable String cause;

    private JfrConnect(String server, String service) {
        this.server = server;
        this.service = service;
    }

    static boolean isOn() {
        return PROBE.isEnabled();
    }

    /** A connect begins. */
    public static JfrConnect begun(String server, String service) {
        JfrConnect event = new JfrConnect(server, service);
        event.begin();
        return event;
    }

    /** It has ended; with an error if it failed. */
    public void ended(@Nullable Throwable error) {
        end();
        if (shouldCommit()) {
            outcome = error == null ? Outcome.OK : Outcome.FAILED;
            cause = error == null ? null : error.toString();
            commit();
        }
    }
}
