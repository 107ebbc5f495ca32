package io.sluice.internal.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.Mutation;
import io.sluice.Put;
import io.sluice.Row;
import io.sluice.RowMutations;
import io.sluice.internal.memory.PooledBlockAllocator;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class EntryDecoderTest {

    static LongStream seeds() {
        return LongStream.range(0, 50);
    }

    @ParameterizedTest(name = "seed={0}")
    @MethodSource("seeds")
    void mutations_ofAnyEntry_areThoseThatWereAppended(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Row> rows = new RandomRows(random).next(40);
        Batch batch = Batches.fill(new PooledBlockAllocator(200, 10), rows).batch();

        for (int entry = 0; entry < rows.size(); entry++) {
            Row row = rows.get(entry);
            List<Mutation> expected =
                    row instanceof RowMutations together ? together.getMutations() : List.of((Mutation) row);
            List<Mutation> decoded = EntryDecoder.mutations(batch, entry);
            assertThat(decoded).hasSameSizeAs(expected);
            for (int i = 0; i < expected.size(); i++) {
                assertSame(decoded.get(i), expected.get(i));
            }
            assertThat(batch.row(entry)).isEqualTo(row.getRow());
        }
    }

    /** Alone and inside {@code RowMutations}, smaller and larger than a block. */
    @ParameterizedTest
    @ValueSource(ints = {1, 50, 1_000})
    void putsWithKeptValues_areInTheBatchAsIfCopied(int valueBytes) throws IOException {
        byte[] name = {'f'};
        byte[] value = new byte[valueBytes];
        Arrays.fill(value, (byte) 7);
        Put kept = new Put(name).addImmutable(name, name, value);
        Put copied = new Put(name).addColumn(name, name, value);
        RowMutations together = RowMutations.of(List.of(kept, kept));
        Batch batch = Batches.fill(new PooledBlockAllocator(200, 10), List.of(kept, together, kept))
                .batch();

        for (int entry = 0; entry < 3; entry++) {
            assertThat(EntryDecoder.mutations(batch, entry))
                    .hasSize(entry == 1 ? 2 : 1)
                    .allSatisfy(decoded -> assertSame(decoded, copied));
        }
    }

    /** Whether two mutations, or two {@code RowMutations}, are equal in all that is sent. */
    static boolean areSame(Row one, Row other) {
        List<Mutation> left = one instanceof RowMutations together ? together.getMutations() : List.of((Mutation) one);
        List<Mutation> right =
                other instanceof RowMutations together ? together.getMutations() : List.of((Mutation) other);
        if (left.size() != right.size() || one instanceof RowMutations != other instanceof RowMutations) {
            return false;
        }
        try {
            for (int i = 0; i < left.size(); i++) {
                assertSame(left.get(i), right.get(i));
            }
            return true;
        } catch (AssertionError e) {
            return false;
        }
    }

    private static void assertSame(Mutation decoded, Mutation expected) {
        assertThat(decoded).hasSameClassAs(expected);
        assertThat(decoded.getRow()).isEqualTo(expected.getRow());
        assertThat(decoded.getDurability()).isEqualTo(expected.getDurability());
        assertThat(decoded.getPriority()).isEqualTo(expected.getPriority());
        assertThat(decoded.size()).isEqualTo(expected.size());
        assertThat(decoded.getAttributesMap()).usingRecursiveComparison().isEqualTo(expected.getAttributesMap());
        if (expected.size() == 0) {
            assertThat(decoded.getTimestamp()).isEqualTo(expected.getTimestamp());
            return;
        }
        byte[] ours = new byte[decoded.encodedSize()];
        byte[] theirs = new byte[expected.encodedSize()];
        decoded.copyEncodedTo(ours, 0, ours.length);
        expected.copyEncodedTo(theirs, 0, theirs.length);
        assertThat(ours).isEqualTo(theirs);
    }
}
