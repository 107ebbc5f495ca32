package io.sluice.bench.mutator;

/** When and where a stub answers our requests. */
enum Answering {
    /**
     * Inside the call that sends, as the peers' stubs do: futures complete on the thread that filled the buffer. A real
     * sender must not do that; here it makes the work equal.
     */
    AT_ONCE,
    /** On one event loop, which is woken up for it, like the loop of a connection to one server. */
    BY_NETWORK_THREAD
}
