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

    public static boolean recordsFlushes() {
        return PRESENT && JfrFlush.isOn();
    }

    public static boolean recordsMultis() {
        return PRESENT && JfrMulti.isOn();
    }

    public static boolean recordsRetries() {
        return PRESENT && JfrRetry.isOn();
    }

    public static boolean recordsAdmissionWaits() {
        return PRESENT && JfrAdmissionWait.isOn();
    }

    public static boolean recordsConnects() {
        return PRESENT && JfrConnect.isOn();
    }
}
