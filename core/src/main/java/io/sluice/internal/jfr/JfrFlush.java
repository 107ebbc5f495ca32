package io.sluice.internal.jfr;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** From a buffer's leaving to the settlement of its last mutation, on whatever thread that is. */
@Name("sluice.Flush")
@Label("Flush")
@Category("Sluice")
@Description("A buffer was sent; lasts until each of its mutations was acknowledged or has failed")
@StackTrace(false)
public final class JfrFlush extends Event {
    @Label("Table")
    String table = "";

    @Label("Reason")
    @Description("SIZE, COUNT, TIME, EXPLICIT, CLOSE or MEMORY")
    String reason = "";

    @Label("Mutations")
    int mutations;

    @Label("Bytes")
    @Description("Of the mutations' cells")
    @DataAmount
    long bytes;

    @Label("Failed")
    @Description("Mutations that failed for good")
    int failed;

    @Label("Outcome")
    @Description("ok, partly or failed")
    String outcome = "";

    JfrFlush() {}

    /** A buffer is about to be sent. */
    public static JfrFlush begun(String table, String reason, int mutations, long bytes) {
        JfrFlush event = new JfrFlush();
        event.table = table;
        event.reason = reason;
        event.mutations = mutations;
        event.bytes = bytes;
        event.begin();
        return event;
    }

    /** All of it has settled. */
    public void settled(int failures) {
        end();
        if (shouldCommit()) {
            failed = failures;
            outcome = Jfr.outcome(failures, mutations);
            commit();
        }
    }
}
