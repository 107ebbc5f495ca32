package io.sluice.internal.jfr;

/** The words for how something ended. */
final class Outcome {
    static final String OK = "ok";
    static final String PARTLY = "partly";
    static final String FAILED = "failed";

    private Outcome() {}

    /** Of so many mutations. */
    static String of(int failed, int all) {
        if (failed == 0) {
            return OK;
        }
        return failed < all ? PARTLY : FAILED;
    }
}
