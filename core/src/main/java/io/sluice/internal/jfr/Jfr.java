package io.sluice.internal.jfr;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;
import org.jspecify.annotations.Nullable;

/**
 * Says which events are being recorded. To be called before an event is created, so that an event which is not recorded only
 * costs this call: a read, until the JVM's recorder is first used. Only then are the event classes loaded, since preparing them
 * takes a tenth of a second of a new JVM.
 *
 * <p>A JVM that was linked without the module {@code jdk.jfr} records nothing. The event classes, which could not be loaded,
 * are not touched then.
 */
public final class Jfr {
    private static final boolean PRESENT =
            ModuleLayer.boot().findModule("jdk.jfr").isPresent();

    private Jfr() {}

    /** One event of each kind, to query whether it is recorded. A class of its own, since it is loaded with the events. */
    private static final class Probes {
        private static final Flush FLUSH = new Flush();
        private static final Multi MULTI = new Multi();
        private static final Retry RETRY = new Retry();
        private static final AdmissionWait ADMISSION_WAIT = new AdmissionWait();
        private static final Connect CONNECT = new Connect();
    }

    private static boolean isUsed() {
        return PRESENT && FlightRecorder.isInitialized();
    }

    public static boolean recordsFlushes() {
        return isUsed() && Probes.FLUSH.isEnabled();
    }

    public static boolean recordsMultis() {
        return isUsed() && Probes.MULTI.isEnabled();
    }

    public static boolean recordsRetries() {
        return isUsed() && Probes.RETRY.isEnabled();
    }

    public static boolean recordsAdmissionWaits() {
        return isUsed() && Probes.ADMISSION_WAIT.isEnabled();
    }

    public static boolean recordsConnects() {
        return isUsed() && Probes.CONNECT.isEnabled();
    }

    /** The outcome of something of which {@code failed} of {@code all} parts failed. */
    static String outcome(int failed, int all) {
        if (failed == 0) {
            return "ok";
        }
        return failed < all ? "partly" : "failed";
    }

    /** From the sending of a buffer to the settlement of its last mutation, on whatever thread that happens. */
    @Name("sluice.Flush")
    @Label("Flush")
    @Category("Sluice")
    @Description("A buffer was sent; lasts until each of its mutations was acknowledged or has failed")
    @StackTrace(false)
    public static final class Flush extends Event {
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

        Flush() {}

        /** A buffer is about to be sent. */
        public static Flush begun(String table, String reason, int mutations, long bytes) {
            Flush event = new Flush();
            event.table = table;
            event.reason = reason;
            event.mutations = mutations;
            event.bytes = bytes;
            event.begin();
            return event;
        }

        /** All mutations have settled. */
        public void settled(int failures) {
            end();
            if (shouldCommit()) {
                failed = failures;
                outcome = outcome(failures, mutations);
                commit();
            }
        }
    }

    /** One request, from the hand-over to the network threads to its outcome. */
    @Name("sluice.Multi")
    @Label("Multi Request")
    @Category("Sluice")
    @Description(
            "A request to one region server; lasts from its hand-over, including the wait for a connection, to its outcome")
    @StackTrace(false)
    public static final class Multi extends Event {
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
        @Description("Number of the attempt for its first mutation, from 1")
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

        Multi() {}

        /** A request is about to be sent. */
        public static Multi begun(String table, String server, int regions, int mutations, long bytes, int attempt) {
            Multi event = new Multi();
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
                outcome = outcome(failures, mutations);
                cause = error == null ? null : error.getClass().getName();
                commit();
            }
        }
    }

    /** Mutations that failed alike and will be sent again. */
    @Name("sluice.Retry")
    @Label("Retry")
    @Category("Sluice")
    @Description("Mutations have failed alike and will be sent again")
    @StackTrace(false)
    public static final class Retry extends Event {
        @Label("Table")
        String table = "";

        @Label("Region")
        @Description("The first of several; none if no region was found")
        @Nullable String region;

        @Label("Server")
        @Description("None if no server was found")
        @Nullable String server;

        @Label("Mutations")
        int mutations;

        @Label("Attempt")
        @Description("Number of attempts so far, from 1")
        int attempt;

        @Label("Cause")
        @Description("Class of the error")
        String cause = "";

        @Label("Message")
        String message = "";

        @Label("Pause")
        @Description("Time until they are sent again")
        @Timespan
        long pause;

        Retry() {}

        /** Tells of it. */
        public static void tell(
                String table,
                @Nullable String region,
                @Nullable String server,
                int mutations,
                int attempt,
                long pauseNanos,
                Throwable error) {
            Retry event = new Retry();
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

    /** A thread of the program that waited in {@code mutate}; the stack trace shows the call. */
    @Name("sluice.AdmissionWait")
    @Label("Admission Wait")
    @Category("Sluice")
    @Description(
            "A thread waited in mutate(): for room in the budget, for a region's or server's share, or for the clock")
    public static final class AdmissionWait extends Event {
        @Label("Table")
        String table = "";

        @Label("Waited For")
        @Description("budget, share or clock")
        String waitedFor = "";

        @Label("Bytes")
        @Description("Of the mutation, as the budget counts it; 0 if it did not wait for the budget")
        @DataAmount
        long bytes;

        @Label("Used")
        @Description("Bytes that all mutators of the connection held at the end of the wait")
        @DataAmount
        long used;

        @Label("Limit")
        @Description("Bytes that they may hold")
        @DataAmount
        long limit;

        @Label("Admitted")
        @Description("Whether the mutation was admitted; if not, mutate() fails")
        boolean admitted;

        AdmissionWait() {}

        /** The calling thread begins to wait. */
        public static AdmissionWait begun(String table, String waitedFor, long bytes) {
            AdmissionWait event = new AdmissionWait();
            event.table = table;
            event.waitedFor = waitedFor;
            event.bytes = bytes;
            event.begin();
            return event;
        }

        /** It has ended its wait. */
        public void ended(boolean well, long usedBytes, long limitBytes) {
            end();
            if (shouldCommit()) {
                used = usedBytes;
                limit = limitBytes;
                admitted = well;
                commit();
            }
        }
    }

    /** One attempt to open a connection: name, socket, encryption, login. */
    @Name("sluice.Connect")
    @Label("Connect")
    @Category("Sluice")
    @Description("An attempt to open a connection to a server: look-up of the name, TCP, TLS and SASL together")
    @StackTrace(false)
    public static final class Connect extends Event {
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

        Connect() {}

        /** A connect begins. */
        public static Connect begun(String server, String service) {
            Connect event = new Connect();
            event.server = server;
            event.service = service;
            event.begin();
            return event;
        }

        /** It has ended; with an error if it failed. */
        public void ended(@Nullable Throwable error) {
            end();
            if (shouldCommit()) {
                outcome = outcome(error == null ? 0 : 1, 1);
                cause = error == null ? null : error.toString();
                commit();
            }
        }
    }
}
