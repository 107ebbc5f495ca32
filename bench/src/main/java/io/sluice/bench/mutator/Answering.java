package io.sluice.bench.mutator;

/** When and where a stub answers. */
public enum Answering {
    /**
     * On one event loop, which is woken up for it, like the loop of a connection to one server: a real client's requests are
     * answered there.
     */
    BY_NETWORK_THREAD("network thread"),
    /** Inside the call that sends, as in HBASE-29645: futures complete on the thread that filled the buffer. */
    AT_ONCE("inline stub");

    private final String title;

    Answering(String title) {
        this.title = title;
    }

    /** The name in tables. */
    String title() {
        return title;
    }
}
