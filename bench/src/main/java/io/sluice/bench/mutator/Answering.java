package io.sluice.bench.mutator;

/** The time and the thread of a stub's answers. */
public enum Answering {
    /** On one event loop, which is woken for each answer, like the loop of a real connection. */
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
