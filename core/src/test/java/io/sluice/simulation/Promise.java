package io.sluice.simulation;

/** What must hold at every instant. */
enum Promise {
    /** The budget counts at least the capacity of all blocks that are out. */
    MEMORY("memory"),
    /** It counts no more than the limit and one mutation. */
    LIMIT("limit"),
    /** Nothing lies in a buffer for longer than two periods. */
    CLOCK("clock"),
    /** Each mutation settles once, not inside its own call, and not without a cause that fits. */
    OUTCOME("outcome"),
    /** It settles within its operation timeout. */
    SETTLED("settled"),
    /** Nobody waits, or is refused, while there is room or room can be made. */
    ROOM("room"),
    /** Servers get the mutations of one row in order, where that is asked for. */
    ORDER("order"),
    /** Requests read what was written into them until they are answered. */
    BYTES("bytes"),
    /** A flush ends when what was given before has settled. */
    FLUSH("flush"),
    /** A close ends at its deadline. */
    CLOSE("close"),
    /** A mutation that a server would take alone does not fail for the size of a request. */
    SIZE("size"),
    /** No thread spins or waits where it must not. */
    PROGRESS("progress"),
    /** Nothing but what was thrown at the engine comes out of its tasks. */
    TASKS("tasks"),
    /** In the end nothing is held, nobody waits, and no task of the timer is left. */
    END("end"),
    /** While somebody waits for a connection and another is allowed, a connect is under way. */
    CONNECTS("connects"),
    /** Each wait for a connection ends, in time. */
    LEASES("leases");

    private final String word;

    Promise(String word) {
        this.word = word;
    }

    @Override
    public String toString() {
        return word;
    }

    /** That one was not kept. */
    record Broken(Promise promise, String how) {
        @Override
        public String toString() {
            return promise + ": " + how;
        }
    }
}
