package io.sluice.bench.mutator;

/** Somebody's mutator with a Put that was built before and a way out that is a stub. Safe for use by many threads. */
public interface MutatorUnderTest {

    /** One call of {@code mutate()} with the Put; returns something for JMH to look at. */
    Object mutate();

    /**
     * Sends what is left and ends it.
     *
     * @throws IllegalStateException if a mutation was not acknowledged
     */
    void close();

    /**
     * How the mutator is set up.
     *
     * @param bufferBytes bytes at which it sends, in the way it counts them
     * @param maxMutations mutations at which it sends
     * @param stub what the way out is made of
     * @param blockMillis how long the stub blocks the thread that sends, once for each buffer; 0 for not at all
     */
    record Setup(long bufferBytes, int maxMutations, StubKind stub, long blockMillis) {

        /** Blocks the calling thread as long as the setup says. */
        void block() {
            if (blockMillis == 0) {
                return;
            }
            try {
                Thread.sleep(blockMillis);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
