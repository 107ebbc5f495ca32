package io.sluice.examples.spark;

import io.sluice.AsyncBufferedMutator;
import io.sluice.Bytes;
import io.sluice.Configuration;
import io.sluice.MutationScope;
import io.sluice.Put;
import io.sluice.TableName;
import io.sluice.client.AsyncConnection;
import io.sluice.client.ConnectionFactory;
import io.sluice.client.HBaseConfiguration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import org.apache.spark.api.java.function.ForeachPartitionFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * Writes with {@code foreachPartition}, for mutations that a mapping cannot express. The row key and the timestamp come
 * from the row, so that a repeated task writes the same cell again.
 */
final class LateFlights {
    static final String TABLE = "late";

    private static final byte[] FAMILY = Bytes.toBytes("d");
    private static final byte[] MINUTES = Bytes.toBytes("minutes");

    private LateFlights() {}

    static void write(Dataset<Row> flights, Map<String, String> cluster) {
        HashMap<String, String> settings = new HashMap<>(cluster);
        ForeachPartitionFunction<Row> task = rows -> writePartition(rows, settings);
        flights.foreachPartition(task);
    }

    private static void writePartition(Iterator<Row> flights, Map<String, String> settings) throws Exception {
        Configuration configuration = HBaseConfiguration.create();
        settings.forEach(configuration::set);
        // Closing the scope waits for the acknowledgements. It throws if one is missing, and the task fails.
        try (AsyncConnection connection =
                        ConnectionFactory.createAsyncConnection(configuration).get();
                AsyncBufferedMutator mutator = connection.getBufferedMutator(TableName.valueOf(TABLE));
                MutationScope scope = mutator.openScope()) {
            while (flights.hasNext()) {
                scope.mutate(put(flights.next()));
            }
        }
    }

    private static Put put(Row flight) {
        String hour = flight.getAs("time_hour");
        String key = String.join("-", flight.getAs("carrier"), flight.getAs("flight"), hour, flight.getAs("origin"));
        return new Put(Bytes.toBytes(key), Instant.parse(hour).toEpochMilli())
                .addColumn(FAMILY, MINUTES, Bytes.toBytes(Integer.parseInt(flight.getAs("dep_delay"))));
    }
}
