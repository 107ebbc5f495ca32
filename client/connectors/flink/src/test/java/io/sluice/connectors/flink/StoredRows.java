package io.sluice.connectors.flink;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sluice.embedded.EmbeddedHBase;
import io.sluice.embedded.ScanOptions;
import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What HBase's own client reads of a {@link NumberedJob}'s table.
 *
 * @param lost rows that are not there, or not with both cells
 * @param foreign cells that the job has not written
 * @param repeated versions of cells beyond the first
 */
record StoredRows(long lost, long foreign, long repeated) {
    private static final ScanOptions ALL_VERSIONS =
            new ScanOptions(false, Integer.MAX_VALUE, 0, Long.MAX_VALUE, List.of());

    static StoredRows read(EmbeddedHBase hbase, NumberedJob job) throws IOException {
        Map<String, BitSet> seen = new HashMap<>(Map.of("n", new BitSet(), "t", new BitSet()));
        long[] foreignAndRepeated = new long[2];
        hbase.client().scan(job.table(), ALL_VERSIONS, cell -> {
            long number = Long.parseLong(
                    new StringBuilder(new String(cell.row(), UTF_8)).reverse().toString());
            String column = new String(cell.qualifier(), UTF_8);
            byte[] expected = column.equals("n")
                    ? NumberedJob.value(number)
                    : Long.toString(number).getBytes(UTF_8);
            boolean itsTime = !job.eventTimestamps() || cell.timestamp() == NumberedJob.FIRST_MILLIS + number;
            BitSet numbers = seen.get(column);
            if (numbers == null
                    || number < 1
                    || number > job.rows()
                    || !itsTime
                    || !Arrays.equals(cell.value(), expected)) {
                foreignAndRepeated[0]++;
            } else if (numbers.get((int) number)) {
                foreignAndRepeated[1]++;
            } else {
                numbers.set((int) number);
            }
        });
        BitSet complete = new BitSet();
        complete.set(1, (int) job.rows() + 1);
        seen.values().forEach(complete::and);
        return new StoredRows(job.rows() - complete.cardinality(), foreignAndRepeated[0], foreignAndRepeated[1]);
    }
}
