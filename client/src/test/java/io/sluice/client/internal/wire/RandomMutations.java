package io.sluice.client.internal.wire;

import io.sluice.Append;
import io.sluice.Delete;
import io.sluice.Durability;
import io.sluice.Increment;
import io.sluice.Mutation;
import io.sluice.Put;
import io.sluice.Row;
import io.sluice.RowMutations;
import io.sluice.internal.batch.Batch;
import io.sluice.internal.batch.BatchFixture;
import io.sluice.internal.batch.ServerBatch;
import io.sluice.internal.batch.ServerBatch.Slice;
import io.sluice.internal.locate.RegionLocation;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Random requests together with what they must say, told without any code of ours. */
final class RandomMutations {
    static final int REGIONS = 4;
    private static final Durability[] DURABILITIES = {
        Durability.USE_DEFAULT, Durability.SKIP_WAL, Durability.ASYNC_WAL, Durability.SYNC_WAL, Durability.FSYNC_WAL
    };
    private static final byte[] FAMILY = {'f'};

    private final Random random;
    private final List<Row> rows = new ArrayList<>();
    private final List<List<Expected>> expected = new ArrayList<>();
    // Nonces use all 64 bits.
    private long nonce = 0x8000_0000_0000_0100L;
    private long replayed = nonce;

    RandomMutations(long seed) {
        random = new Random(seed);
    }

    /** A cell as HBase shall decode it. */
    @SuppressWarnings("ArrayRecordComponent") // Compared field by field.
    record ExpectedCell(byte[] row, byte[] family, byte[] qualifier, long timestamp, byte type, byte[] value) {}

    /** A mutation as HBase shall parse it. */
    @SuppressWarnings("ArrayRecordComponent") // Compared field by field.
    record Expected(
            String type,
            byte[] row,
            long timestamp,
            int durability,
            Map<String, byte[]> attributes,
            long nonce,
            List<ExpectedCell> cells) {}

    /** A request and, by slice and action, what it must say. */
    record Generated(ServerBatch request, List<List<Expected>> actions) {}

    Generated next(int entries) throws IOException {
        int[] region = new int[entries];
        for (int i = 0; i < entries; i++) {
            byte[] row = bytes(1 + random.nextInt(20));
            region[i] = (row[0] & 0xff) * REGIONS / 256;
            if (random.nextInt(6) == 0) {
                addRowMutations(row);
            } else {
                List<Expected> one = new ArrayList<>();
                rows.add(mutation(row, one));
                expected.add(one);
            }
        }
        Batch batch = BatchFixture.batch(rows, 64 + random.nextInt(2000), this::nextNonceForBatch);
        return slice(batch, region);
    }

    /** The batch asks for nonces in the order of the mutations, as the expectations were made. */
    private long nextNonceForBatch() {
        return replayed++;
    }

    private Generated slice(Batch batch, int[] region) {
        List<Slice> slices = new ArrayList<>();
        List<List<Expected>> actions = new ArrayList<>();
        int[] order = new int[region.length];
        int position = 0;
        for (int r = 0; r < REGIONS; r++) {
            int from = position;
            List<Expected> run = new ArrayList<>();
            for (int entry = 0; entry < region.length; entry++) {
                if (region[entry] != r) {
                    continue;
                }
                boolean atomic = rows.get(entry) instanceof RowMutations;
                if (atomic && position > from) {
                    slices.add(new Slice(location(r), from, position, false, 0));
                    actions.add(run);
                    run = new ArrayList<>();
                    from = position;
                }
                order[position++] = entry;
                run.addAll(expected.get(entry));
                if (atomic) {
                    slices.add(new Slice(location(r), from, position, true, 0));
                    actions.add(run);
                    run = new ArrayList<>();
                    from = position;
                }
            }
            if (position > from) {
                slices.add(new Slice(location(r), from, position, false, 0));
                actions.add(run);
            }
        }
        return new Generated(BatchFixture.request(batch, slices, order, attributes()), actions);
    }

    static RegionLocation location(int region) {
        byte[] start = region == 0 ? new byte[0] : new byte[] {(byte) (region * 256 / REGIONS)};
        byte[] end = region == REGIONS - 1 ? new byte[0] : new byte[] {(byte) ((region + 1) * 256 / REGIONS)};
        return BatchFixture.region("t,s" + region + ",17.0123456789abcdef0123456789abcde" + region + ".", start, end);
    }

    private void addRowMutations(byte[] row) throws IOException {
        RowMutations all = new RowMutations(row);
        List<Expected> parts = new ArrayList<>();
        int count = 1 + random.nextInt(4);
        for (int i = 0; i < count; i++) {
            all.add(mutation(row, parts));
        }
        rows.add(all);
        expected.add(parts);
    }

    private Mutation mutation(byte[] row, List<Expected> into) {
        List<ExpectedCell> cells = new ArrayList<>();
        long timestamp = random.nextBoolean() ? Long.MAX_VALUE : random.nextInt(1_000_000);
        int kind = random.nextInt(6);
        Mutation mutation = switch (kind) {
            case 0 -> delete(new Delete(row, timestamp), cells, timestamp);
            case 1 -> new Delete(row, timestamp);
            case 2 -> increment(new Increment(row), cells);
            case 3 -> append(new Append(row), cells);
            default -> put(new Put(row, timestamp), cells, timestamp);
        };
        boolean nonced = kind == 2 || kind == 3;
        int durability = random.nextInt(3) == 0 ? random.nextInt(5) : 0;
        mutation.setDurability(DURABILITIES[durability]);
        Map<String, byte[]> attributes = attributes();
        attributes.forEach(mutation::setAttribute);
        if (nonced && !attributes.containsKey("_rr_")) {
            attributes.put("_rr_", new byte[] {0});
        }
        String[] types = {"DELETE", "DELETE", "INCREMENT", "APPEND", "PUT", "PUT"};
        into.add(new Expected(types[kind], row, timestamp, durability, attributes, nonced ? nonce++ : 0, cells));
        return mutation;
    }

    private Put put(Put put, List<ExpectedCell> cells, long timestamp) {
        int count = 1 + random.nextInt(3);
        for (int i = 0; i < count; i++) {
            byte[] qualifier = qualifier(i);
            byte[] value = bytes(random.nextInt(50));
            long stamp = random.nextBoolean() ? timestamp : random.nextInt(1000);
            put.addColumn(FAMILY, qualifier, stamp, value);
            cells.add(new ExpectedCell(put.getRow(), FAMILY, qualifier, stamp, (byte) 4, value));
        }
        return put;
    }

    private Delete delete(Delete delete, List<ExpectedCell> cells, long timestamp) {
        byte[] qualifier = qualifier(0);
        byte[] none = {};
        byte[] row = delete.getRow();
        delete.addColumn(FAMILY, qualifier, 7);
        cells.add(new ExpectedCell(row, FAMILY, qualifier, 7, (byte) 8, none));
        if (random.nextBoolean()) {
            byte[] other = qualifier(1);
            delete.addColumns(FAMILY, other);
            cells.add(new ExpectedCell(row, FAMILY, other, timestamp, (byte) 12, none));
        }
        if (random.nextBoolean()) {
            delete.addFamilyVersion(new byte[] {'g'}, 9);
            cells.add(new ExpectedCell(row, new byte[] {'g'}, none, 9, (byte) 10, none));
        }
        if (random.nextBoolean()) {
            delete.addFamily(new byte[] {'h'}, 11);
            cells.add(new ExpectedCell(row, new byte[] {'h'}, none, 11, (byte) 14, none));
        }
        return delete;
    }

    private Increment increment(Increment increment, List<ExpectedCell> cells) {
        byte[] qualifier = qualifier(0);
        long amount = random.nextLong();
        increment.addColumn(FAMILY, qualifier, amount);
        byte[] value = ByteBuffer.allocate(8).putLong(amount).array();
        cells.add(new ExpectedCell(increment.getRow(), FAMILY, qualifier, Long.MAX_VALUE, (byte) 4, value));
        return increment;
    }

    private Append append(Append append, List<ExpectedCell> cells) {
        byte[] qualifier = qualifier(0);
        byte[] value = bytes(1 + random.nextInt(300));
        append.addColumn(FAMILY, qualifier, value);
        cells.add(new ExpectedCell(append.getRow(), FAMILY, qualifier, Long.MAX_VALUE, (byte) 4, value));
        return append;
    }

    private Map<String, byte[]> attributes() {
        Map<String, byte[]> attributes = new LinkedHashMap<>();
        if (random.nextInt(4) == 0) {
            attributes.put("naïve-\u20ac-" + random.nextInt(100), bytes(random.nextInt(200)));
            if (random.nextBoolean()) {
                attributes.put("_rr_", new byte[] {(byte) 0xff});
            }
        }
        return attributes;
    }

    private byte[] qualifier(int i) {
        return ("q" + i + "-" + random.nextInt(1000)).getBytes(StandardCharsets.US_ASCII);
    }

    private byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }
}
