package io.sluice;

/**
 * How far a test goes that can go on for ever. The build runs its short form, which finds the faults that were put in to
 * try it; the profile {@code thorough} runs the long one. A class with two forms has the tag.
 */
public final class LongForm {
    public static final String TAG = "long-form";

    private static final boolean CHOSEN = Boolean.getBoolean("sluice.thorough");

    private LongForm() {}

    /** Returns what the chosen form needs. */
    public static int choose(int shortForm, int longForm) {
        return CHOSEN ? longForm : shortForm;
    }
}
