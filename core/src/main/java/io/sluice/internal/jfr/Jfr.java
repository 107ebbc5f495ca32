package io.sluice.internal.jfr;

/**
 * Says which events are recorded now. To be asked before an event is made, so that one which nobody wants costs the answer
 * alone: two reads, which the compiler folds into nothing where the JVM has no recorder.
 *
 * <p>A JVM that was linked without the module {@code jdk.jfr} records nothing: then the classes of the events, which could
 * not be loaded, are not touched.
 */
public final class Jfr {
    private static final boolean PRESENT =
            ModuleLayer.boot().findModule("jdk.jfr").isPresent();

    private Jfr() {}

    /** One event of each kind, to be asked whether it is recorded. A class of its own, for it is loaded with the events. */
    private static final class Probes {
        private static final JfrFlush FLUSH = new JfrFlush();
        private static final JfrMulti MULTI = new JfrMulti();
        private static final JfrRetry RETRY = new JfrRetry();
        private static final JfrAdmissionWait ADMISSION_WAIT = new JfrAdmissionWait();
        private static final JfrConnect CONNECT = new JfrConnect();
    }

    public static boolean recordsFlushes() {
        return PRESENT && Probes.FLUSH.isEnabled();
    }

    public static boolean recordsMultis() {
        return PRESENT && Probes.MULTI.isEnabled();
    }

    public static boolean recordsRetries() {
        return PRESENT && Probes.RETRY.isEnabled();
    }

    public static boolean recordsAdmissionWaits() {
        return PRESENT && Probes.ADMISSION_WAIT.isEnabled();
    }

    public static boolean recordsConnects() {
        return PRESENT && Probes.CONNECT.isEnabled();
    }

    /** The word for how something ended, of which {@code failed} of {@code all} parts failed. */
    static String outcome(int failed, int all) {
        if (failed == 0) {
            return "ok";
        }
        return failed < all ? "partly" : "failed";
    }
}
