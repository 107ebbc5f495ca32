package io.sluice.client.internal.wire;

/**
 * Reads {@code MultiRegionLoadStats} of Client.proto, which a server sends with each answer: empty, unless its
 * {@code hbase.client.backpressure.enabled} is true. Costs no object.
 */
final class RegionPressure {
    /** HBase's client does not mind a fuller heap below the first, and backs off as far as it can from the second on. */
    private static final int HEAP_LOW = 95;

    private static final int HEAP_HIGH = 98;
    private static final int HEAP_LOW_PRESSURE = 10;
    private static final int FULL = 100;

    private RegionPressure() {}

    /**
     * Reads the field that the reader stands before.
     *
     * @return pressure in percent of the region that has most: of its memstore, of the server's heap, or of compactions
     */
    static int read(ProtoReader reader) throws MalformedMessageException {
        int most = 0;
        int outer = reader.enter();
        for (int field = reader.next(); field != 0; field = reader.next()) {
            if (field == Fields.STATISTICS_LOAD) {
                int region = reader.enter();
                most = Math.max(most, readRegion(reader));
                reader.leave(region);
            } else {
                reader.skip();
            }
        }
        reader.leave(outer);
        return most;
    }

    private static int readRegion(ProtoReader reader) throws MalformedMessageException {
        int most = 0;
        for (int field = reader.next(); field != 0; field = reader.next()) {
            switch (field) {
                case Fields.LOAD_MEMSTORE, Fields.LOAD_COMPACTION -> most = Math.max(most, percent(reader.varint()));
                case Fields.LOAD_HEAP -> most = Math.max(most, ofHeap(percent(reader.varint())));
                default -> reader.skip();
            }
        }
        return most;
    }

    private static int percent(long value) {
        return (int) Math.max(0, Math.min(FULL, value));
    }

    private static int ofHeap(int percent) {
        if (percent < HEAP_LOW) {
            return 0;
        }
        int above = Math.min(percent, HEAP_HIGH) - HEAP_LOW;
        return HEAP_LOW_PRESSURE + (FULL - HEAP_LOW_PRESSURE) * above / (HEAP_HIGH - HEAP_LOW);
    }
}
