package io.sluice.internal.retry;

/** What to do about a failed attempt. */
public enum Failure {
    /** Try the same server again after a pause. */
    RETRY,
    /** Try again at once; the server only had no room for more answers. */
    RETRY_NOW,
    /** Forget where the region is, or take the place the error names, and try there after a pause. */
    RELOCATE,
    /** Forget all regions of the server, and try again after a pause. */
    SERVER_DOWN,
    /** Try the same server again after the longer pause for a server with too much to do. */
    SERVER_OVERLOADED,
    /** Try again after the wait that the server asks for. */
    WAIT,
    /** Cut the request into smaller ones and try these at once. */
    TOO_LARGE,
    /** Do not try again. */
    FAIL
}
