package io.sluice.internal.jfr;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** One request, from its hand-over to the network threads to its outcome. */
@Name("sluice.Multi")
@Label("Multi Request")
@Category("Sluice")
@Description(
        "A request to one region server; lasts from its hand-over, the wait for a connection included, to its outcome")
@StackTrace(false)
public final class JfrMulti extends Event {
    @Label("Table")
    String table = "";

    @Label("Server")
    String server = "";

    @Label("Regions")
    int regions;

    @Label("Mutations")
    int mutations;

    @Label("Bytes")
    @Description("Of the mutations' cells")
    @DataAmount
    long bytes;

    @Label("Attempt")
    @Description("How often its first mutation is sent now, from 1")
    int attempt;

    @Label("Failed")
    @Description("Mutations that were not acknowledged; some may be tried again")
    int failed;

    @Label("Outcome")
    @Description("ok, partly or failed")
    String outcome = "";

    @Label("Cause")
    @Description("Class of the first error")
    @Nullable String cause;

    JfrMulti() {}

    /** A request is about to be sent. */
    public static JfrMulti begun(String table, String server, int regions, int mutations, long bytes, int attempt) {
        JfrMulti event = new JfrMulti();
        event.table = table;
        event.server = server;
        event.regions = regions;
        event.mutations = mutations;
        event.bytes = bytes;
        event.attempt = attempt;
        event.begin();
        return event;
    }

    /**
     * Its outcome is known.
     *
     * @param failures mutations that were not acknowledged
     * @param error the first of their errors
     */
    public void answered(int failures, @Nullable Throwable error) {
        end();
        if (shouldCommit()) {
            failed = failures;
            outcome = Jfr.outcome(failures, mutations);
            cause = error == null ? null : error.getClass().getName();
            commit();
        }
    }
}
