package io.sluice.internal.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;
import org.jspecify.annotations.Nullable;

/** Mutations that failed alike and will be sent again. */
@Name("sluice.Retry")
@Label("Retry")
@Category("Sluice")
@Description("Mutations have failed alike and will be sent again")
@StackTrace(false)
public final class JfrRetry extends Event {
    @Label("Table")
    String table = "";

    @Label("Region")
    @Description("Of several the first; none if no region was found")
    @Nullable String region;

    @Label("Server")
    @Description("None if no server was found")
    @Nullable String server;

    @Label("Mutations")
    int mutations;

    @Label("Attempt")
    @Description("How often they have been tried, from 1")
    int attempt;

    @Label("Cause")
    @Description("Class of the error")
    String cause = "";

    @Label("Message")
    String message = "";

    @Label("Pause")
    @Description("Until they are sent again")
    @Timespan
    long pause;

    JfrRetry() {}

    /** Tells of it. */
    public static void tell(
            String table,
            @Nullable String region,
            @Nullable String server,
            int mutations,
            int attempt,
            long pauseNanos,
            Throwable error) {
        JfrRetry event = new JfrRetry();
        event.table = table;
        event.region = region;
        event.server = server;
        event.mutations = mutations;
        event.attempt = attempt;
        event.pause = pauseNanos;
        event.cause = error.getClass().getName();
        event.message = String.valueOf(error.getMessage());
        event.commit();
    }
}
