package io.sluice.bench.mutator;

/** When and where a stub answers our requests. */
enum Answering {
    /**
     * Inside the call that sends, as the peers' stubs do: futures complete on the thread that filled the buffer. A real
     * sender must not do that; here it makes the work the same.
     */
    AT_ONCE,
    /** On one event loop, which is woken for it, as the loop of a connection to one server would be. */
    BY_NETWORK_THREAD
}
