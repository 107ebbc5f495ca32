package io.sluice;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** Makes the same random mutation with HBase's classes and with ours. */
final class TwinMutations {

    /** One mutation, twice. */
    record Twins(Mutation ours, org.apache.hadoop.hbase.client.Mutation theirs) {}

    private static final int KINDS = 4;

    private final Random random;

    TwinMutations(long seed) {
        random = new Random(seed);
    }

    Twins next() {
        byte[] row = bytes(1 + (random.nextInt(50) == 0 ? random.nextInt(32767) : random.nextInt(40)));
        Twins twins = switch (random.nextInt(KINDS)) {
            case 0 -> put(row);
            case 1 -> delete(row);
            case 2 -> increment(row);
            default -> append(row);
        };
        settings(twins);
        return twins;
    }

    private Twins put(byte[] row) {
        long timestamp = timestamp();
        var theirs = new org.apache.hadoop.hbase.client.Put(row, timestamp);
        Put ours = newPut(row, timestamp);
        for (int cells = cells(); cells > 0; cells--) {
            byte[] family = family();
            byte[] qualifier = qualifier();
            byte[] value = value();
            long time = timestamp();
            switch (random.nextInt(5)) {
                case 0 -> {
                    theirs.addColumn(family, qualifier, value);
                    ours.addColumn(family, qualifier, value);
                }
                case 1 -> {
                    theirs.addColumn(family, qualifier, time, value);
                    ours.addColumn(family, qualifier, time, value);
                }
                case 2 -> {
                    theirs.addColumn(family, buffer(qualifier), time, buffer(value));
                    ours.addColumn(family, buffer(qualifier), time, buffer(value));
                }
                case 3 -> {
                    theirs.addColumn(family, qualifier, time, value);
                    ours.addImmutable(family, qualifier, time, value.clone());
                }
                default -> addCells(ours, theirs, new Made(row, family, qualifier, time, Cell.Type.Put, value));
            }
        }
        return new Twins(ours, theirs);
    }

    private Put newPut(byte[] row, long timestamp) {
        byte[] padded = Bytes.add(bytes(3), row, bytes(2));
        return switch (random.nextInt(4)) {
            case 0 -> new Put(row, timestamp);
            case 1 -> new Put(row, timestamp, random.nextBoolean());
            case 2 -> new Put(padded, 3, row.length, timestamp);
            default -> new Put(ByteBuffer.wrap(padded, 3, row.length), timestamp);
        };
    }

    private Twins delete(byte[] row) {
        long timestamp = timestamp();
        var theirs = new org.apache.hadoop.hbase.client.Delete(row, timestamp);
        Delete ours = new Delete(row, timestamp);
        for (int cells = cells(); cells > 0; cells--) {
            byte[] family = family();
            byte[] qualifier = qualifier();
            long time = timestamp();
            switch (random.nextInt(8)) {
                case 0 -> {
                    theirs.addFamily(family);
                    ours.addFamily(family);
                }
                case 1 -> {
                    theirs.addFamily(family, time);
                    ours.addFamily(family, time);
                }
                case 2 -> {
                    theirs.addFamilyVersion(family, time);
                    ours.addFamilyVersion(family, time);
                }
                case 3 -> {
                    theirs.addColumn(family, qualifier);
                    ours.addColumn(family, qualifier);
                }
                case 4 -> {
                    theirs.addColumn(family, qualifier, time);
                    ours.addColumn(family, qualifier, time);
                }
                case 5 -> {
                    theirs.addColumns(family, qualifier);
                    ours.addColumns(family, qualifier);
                }
                case 6 -> {
                    theirs.addColumns(family, qualifier, time);
                    ours.addColumns(family, qualifier, time);
                }
                default -> addCells(ours, theirs, new Made(row, family, qualifier, time, deleteType(), new byte[0]));
            }
        }
        return new Twins(ours, theirs);
    }

    private Cell.Type deleteType() {
        Cell.Type[] types = Cell.Type.values();
        return types[1 + random.nextInt(types.length - 1)];
    }

    private Twins increment(byte[] row) {
        var theirs = new org.apache.hadoop.hbase.client.Increment(row);
        Increment ours = new Increment(row);
        if (random.nextInt(4) == 0) {
            long timestamp = timestamp();
            theirs.setTimestamp(timestamp);
            ours.setTimestamp(timestamp);
        }
        for (int cells = cells(); cells > 0; cells--) {
            byte[] family = family();
            byte[] qualifier = qualifier();
            long amount = random.nextLong();
            theirs.addColumn(family, qualifier, amount);
            ours.addColumn(family, qualifier, amount);
        }
        if (random.nextInt(3) == 0) {
            boolean results = random.nextBoolean();
            theirs.setReturnResults(results);
            ours.setReturnResults(results);
        }
        return new Twins(ours, theirs);
    }

    private Twins append(byte[] row) {
        var theirs = new org.apache.hadoop.hbase.client.Append(row);
        Append ours = new Append(row);
        for (int cells = cells(); cells > 0; cells--) {
            byte[] family = family();
            byte[] qualifier = qualifier();
            byte[] value = value();
            theirs.addColumn(family, qualifier, value);
            ours.addColumn(family, qualifier, value);
        }
        if (random.nextInt(3) == 0) {
            boolean results = random.nextBoolean();
            theirs.setReturnResults(results);
            ours.setReturnResults(results);
        }
        return new Twins(ours, theirs);
    }

    /** The parts of a cell that is made by itself. */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    private record Made(byte[] row, byte[] family, byte[] qualifier, long time, Cell.Type type, byte[] value) {}

    private void addCells(Mutation ours, org.apache.hadoop.hbase.client.Mutation theirs, Made made) {
        CellBuilderType type = random.nextBoolean() ? CellBuilderType.DEEP_COPY : CellBuilderType.SHALLOW_COPY;
        Cell cell = CellBuilderFactory.create(type)
                .setRow(made.row)
                .setFamily(Bytes.padHead(made.family, 2), 2, made.family.length)
                .setQualifier(made.qualifier)
                .setTimestamp(made.time)
                .setType(made.type)
                .setValue(Bytes.padTail(made.value, 1), 0, made.value.length)
                .build();
        var hbaseCell = org.apache.hadoop.hbase.CellBuilderFactory.create(
                        org.apache.hadoop.hbase.CellBuilderType.valueOf(type.name()))
                .setRow(made.row)
                .setFamily(made.family)
                .setQualifier(made.qualifier)
                .setTimestamp(made.time)
                .setType(org.apache.hadoop.hbase.Cell.Type.valueOf(made.type.name()))
                .setValue(made.value)
                .build();
        try {
            ours.add(cell);
            if (theirs instanceof org.apache.hadoop.hbase.client.Put put) {
                put.add(hbaseCell);
            } else {
                ((org.apache.hadoop.hbase.client.Delete) theirs).add(hbaseCell);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void settings(Twins twins) {
        Mutation ours = twins.ours();
        org.apache.hadoop.hbase.client.Mutation theirs = twins.theirs();
        for (int attributes = random.nextInt(6); attributes > 0; attributes--) {
            String name = "a" + random.nextInt(6);
            byte[] value = random.nextInt(6) == 0 ? null : bytes(random.nextInt(20));
            ours.setAttribute(name, value);
            theirs.setAttribute(name, value);
        }
        if (random.nextInt(3) == 0 && !(ours instanceof Delete)) {
            long ttl = TimeUnit.SECONDS.toMillis(random.nextInt(1_000_000));
            ours.setTTL(ttl);
            theirs.setTTL(ttl);
        }
        if (random.nextInt(3) == 0) {
            int priority = random.nextInt(300);
            ours.setPriority(priority);
            theirs.setPriority(priority);
            Durability[] all = Durability.values();
            Durability durability = all[random.nextInt(all.length)];
            ours.setDurability(durability);
            theirs.setDurability(org.apache.hadoop.hbase.client.Durability.valueOf(durability.name()));
        }
        if (random.nextInt(5) == 0) {
            String id = "id-é-" + random.nextInt();
            ours.setId(id);
            theirs.setId(id);
        }
    }

    private int cells() {
        return random.nextInt(20) == 0 ? random.nextInt(60) : random.nextInt(6);
    }

    /** Few different ones, so that a mutation has several cells of one family. */
    private byte[] family() {
        return switch (random.nextInt(5)) {
            case 0 -> new byte[] {'f'};
            case 1 -> new byte[] {(byte) 0xff, 0};
            case 2 -> Bytes.toBytes("family");
            case 3 -> new byte[127];
            default -> bytes(1 + random.nextInt(127));
        };
    }

    private byte[] qualifier() {
        return switch (random.nextInt(5)) {
            case 0 -> new byte[0];
            case 1 -> new byte[] {'q'};
            case 2 -> bytes(random.nextInt(300));
            default -> bytes(random.nextInt(12));
        };
    }

    private byte[] value() {
        return switch (random.nextInt(20)) {
            case 0 -> new byte[0];
            case 1 -> bytes(random.nextInt(70_000));
            default -> bytes(random.nextInt(120));
        };
    }

    private long timestamp() {
        return switch (random.nextInt(4)) {
            case 0 -> HConstants.LATEST_TIMESTAMP;
            case 1 -> 0;
            case 2 -> random.nextLong() & Long.MAX_VALUE;
            default -> random.nextInt(Integer.MAX_VALUE);
        };
    }

    private static ByteBuffer buffer(byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.allocateDirect(bytes.length + 2);
        buffer.position(1);
        buffer.put(bytes);
        buffer.flip().position(1);
        return buffer;
    }

    private byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }
}
