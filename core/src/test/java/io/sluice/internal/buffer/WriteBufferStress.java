package io.sluice.internal.buffer;

import io.sluice.Put;
import io.sluice.internal.batch.Batch;
import io.sluice.internal.memory.PooledBlockAllocator;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * Threads that append, swap and close at the same instant, on a real processor. Counted are mutations accepted, those in
 * batches that were handed to somebody to send, and those of them whose cells are as they were given.
 */
public final class WriteBufferStress {
    private static final Put PUT =
            new Put(new byte[] {'r'}).addColumn(new byte[] {'f'}, new byte[] {'q'}, new byte[] {1, 2, 3});
    private static final int LENGTH = Batch.lengthOf(PUT);
    private static final byte[] CELLS = cells();

    private WriteBufferStress() {}

    private static byte[] cells() {
        byte[] cells = new byte[LENGTH];
        PUT.copyEncodedTo(cells, 0, LENGTH);
        return cells;
    }

    /** A buffer with its way in, which keeps what is to be sent. */
    private static final class Rig {
        private final BufferStripesRig stripes;

        Rig(int maxMutations) {
            stripes = new BufferStripesRig(new PooledBlockAllocator(256, 4), maxMutations, 2);
        }

        /** Returns 1 if it was accepted. */
        int append() {
            return stripes.append(PUT, this) ? 1 : 0;
        }

        void flush() {
            stripes.flush();
        }

        void grow() {
            stripes.stripes.grow();
        }

        void close() {
            stripes.stripes.close();
        }

        void count(III_Result result) {
            close();
            for (Batch batch : stripes.sent) {
                result.r2 += batch.size();
                for (int entry = 0; entry < batch.size(); entry++) {
                    result.r3 += isWhole(batch, entry) ? 1 : 0;
                }
            }
        }

        private static boolean isWhole(Batch batch, int entry) {
            boolean whole = !batch.isSettled(entry) && batch.length(entry) == LENGTH && batch.cellCount(entry) == 1;
            for (int i = 0; whole && i < LENGTH; i++) {
                whole = batch.array(entry)[batch.offset(entry) + i] == CELLS[i];
            }
            return whole;
        }
    }

    /** A mutation that meets a close is either refused or in the last batch. */
    @JCStressTest
    @Outcome(id = "0, 0, 0", expect = Expect.ACCEPTABLE, desc = "refused")
    @Outcome(id = "1, 1, 1", expect = Expect.ACCEPTABLE, desc = "in the last batch")
    @Outcome(expect = Expect.FORBIDDEN, desc = "lost, or accepted after the last drain")
    @State
    public static class AppendAndClose {
        private final Rig rig = new Rig(10);

        @Actor
        public void writer(III_Result result) {
            result.r1 = rig.append();
        }

        @Actor
        public void closer() {
            rig.close();
        }

        @Arbiter
        public void count(III_Result result) {
            rig.count(result);
        }
    }

    /** Two that append and one that flushes: each mutation is in one batch, and whole. */
    @JCStressTest
    @Outcome(id = "2, 2, 2", expect = Expect.ACCEPTABLE, desc = "both, once")
    @Outcome(expect = Expect.FORBIDDEN, desc = "lost, doubled, or sent before it was copied")
    @State
    public static class AppendAndFlush {
        private final Rig rig = new Rig(10);
        private int one;
        private int two;

        @Actor
        public void first() {
            one = rig.append();
        }

        @Actor
        public void second() {
            two = rig.append();
        }

        @Actor
        public void flusher() {
            rig.flush();
        }

        @Arbiter
        public void count(III_Result result) {
            result.r1 = one + two;
            rig.count(result);
        }
    }

    /** The buffer is full with two: whoever swaps, three mutations make two batches. */
    @JCStressTest
    @Outcome(id = "3, 3, 3", expect = Expect.ACCEPTABLE, desc = "all, once")
    @Outcome(expect = Expect.FORBIDDEN, desc = "lost or doubled at the swap")
    @State
    public static class AppendAndFill {
        private final Rig rig = new Rig(2);
        private int one;
        private int two;

        @Actor
        public void first() {
            one = rig.append() + rig.append();
        }

        @Actor
        public void second() {
            two = rig.append();
        }

        @Arbiter
        public void count(III_Result result) {
            result.r1 = one + two;
            rig.count(result);
        }
    }

    /** A buffer that is added while the mutator closes is closed, too, or not added. */
    @JCStressTest
    @Outcome(id = "0, 0, 0", expect = Expect.ACCEPTABLE, desc = "refused")
    @Outcome(id = "1, 1, 1", expect = Expect.ACCEPTABLE, desc = "one, once")
    @Outcome(id = "2, 2, 2", expect = Expect.ACCEPTABLE, desc = "both, once")
    @Outcome(expect = Expect.FORBIDDEN, desc = "lost, or accepted after the last drain")
    @State
    public static class AppendGrowAndClose {
        private final Rig rig = new Rig(10);

        @Actor
        public void writer(III_Result result) {
            result.r1 = rig.append() + rig.append();
        }

        @Actor
        public void grower() {
            rig.grow();
        }

        @Actor
        public void closer() {
            rig.close();
        }

        @Arbiter
        public void count(III_Result result) {
            rig.count(result);
        }
    }
}
