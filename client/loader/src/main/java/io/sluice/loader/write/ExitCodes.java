package io.sluice.loader.write;

/** The loader's exit codes. */
public final class ExitCodes {
    /** Everything succeeded. */
    public static final int OK = 0;

    /** Something was broken or not written, or a check failed. */
    public static final int SOME_FAILED = 1;

    /** Bad usage, or input that cannot be read. */
    public static final int USAGE = 2;

    /** The cluster cannot be reached. */
    public static final int UNREACHABLE = 3;

    /** Ctrl-C, or another signal. */
    public static final int INTERRUPTED = 130;

    private ExitCodes() {}
}
