package io.sluice.internal.pace;

/** What the outcome of a request says of its server. */
public enum Verdict {
    /** It answered and did its work. */
    WELL,
    /** It has too much to do, or does not answer at all: fewer requests at a time. */
    OVERLOADED,
    /** Nothing: the request was at fault, or its region was elsewhere. */
    NOTHING
}
