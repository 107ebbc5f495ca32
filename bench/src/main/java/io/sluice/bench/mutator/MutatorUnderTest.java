package io.sluice.bench.mutator;

/** A mutator with prebuilt Puts and a stub as its sender. Thread-safe. */
public interface MutatorUnderTest {

    /** One call of {@code mutate()} with the next Put; returns something for JMH to consume. */
    Object mutate();

    /**
     * Sends the rest and closes the mutator.
     *
     * @throws IllegalStateException if a mutation was not acknowledged
     */
    void close();

    /**
     * How the mutator is set up.
     *
     * @param bufferBytes number of bytes, by its own count, at which it sends
     * @param maxMutations number of mutations at which it sends
     * @param stub the kind of stub
     * @param answering when and where it answers
     * @param blockMillis how long the stub blocks the sending thread, once for each buffer; 0 for not at all
     */
    record Setup(long bufferBytes, int maxMutations, StubKind stub, Answering answering, long blockMillis) {

        /** Blocks the calling thread for as long as configured. */
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
