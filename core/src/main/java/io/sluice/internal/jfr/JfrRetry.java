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
    private static final JfrRetry PROBE = new JfrRetry(new Place("", null, null), new Size(0, 0, 0), "", "");

    @Label("Table")
    final String table;

    @Label("Region")
    @Description("Of several the first; none if no region was found")
    final @Nullable String region;

    @Label("Server")
    @Description("None if no server was found")
    final @Nullable String server;

    @Label("Mutations")
    final int mutations;

    @Label("Attempt")
    @Description("How often they have been tried, from 1")
    final int attempt;

    @Label("Cause")
    @Description("Class of the error")
    final String cause;

    @Label("Message")
    final String message;

    @Label("Pause")
    @Description("Until they are sent again")
    @Timespan
    final long pause;

    /** Where they failed. */
    public record Place(
            String table, @Nullable String region, @Nullable String server) {}

    /** How many, how often, and for how long they wait. */
    public record Size(int mutations, int attempt, long pauseNanos) {}

    private JfrRetry(Place place, Size size, String cause, String message) {
        table = place.table();
        region = place.region();
        server = place.server();
        mutations = size.mutations();
        attempt = size.attempt();
        pause = size.pauseNanos();
        this.cause = cause;
        this.message = message;
    }

    static boolean isOn() {
        return PROBE.isEnabled();
    }

    /** Tells of it. */
    public static void tell(Place place, Size size, Throwable error) {
        new JfrRetry(place, size, error.getClass().getName(), String.valueOf(error.getMessage())).commit();
    }
}
