import io.sluice.AsyncBufferedMutator;
import io.sluice.Bytes;
import io.sluice.Configuration;
import io.sluice.MutationScope;
import io.sluice.Put;
import io.sluice.TableName;
import io.sluice.client.AsyncConnection;
import io.sluice.client.ConnectionFactory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * A virtual thread for each order: it stores the order's lines, waits until they are stored, and continues. All threads
 * write through one mutator, whose requests carry the lines of many orders.
 *
 * <p>For Java 21 and later: {@code java -cp CLASSPATH VirtualThreads.java QUORUM ZNODE TABLE ORDERS}; the table has a
 * family {@code d}.
 */
public final class VirtualThreads {
    private static final int LINES = 3;
    private static final byte[] FAMILY = Bytes.toBytes("d");
    private static final byte[] ITEM = Bytes.toBytes("item");

    private VirtualThreads() {}

    public static void main(String[] args) throws Exception {
        Configuration conf = new Configuration();
        conf.set("hbase.zookeeper.quorum", args[0]);
        conf.set("zookeeper.znode.parent", args[1]);
        TableName table = TableName.valueOf(args[2]);
        int orders = Integer.parseInt(args[3]);
        try (AsyncConnection connection =
                        ConnectionFactory.createAsyncConnection(conf).get();
                AsyncBufferedMutator mutator = connection.getBufferedMutator(table);
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Long>> stored = new ArrayList<>();
            for (int i = 0; i < orders; i++) {
                int order = i;
                stored.add(threads.submit(() -> store(mutator, order)));
            }
            long lines = 0;
            for (Future<Long> one : stored) {
                lines += one.get();
            }
            System.out.println(lines + " lines of " + orders + " orders are stored");
        }
    }

    /** Returns when the order is stored; otherwise throws, with the rows that are not. */
    private static long store(AsyncBufferedMutator mutator, int order) throws IOException {
        try (MutationScope scope = mutator.openScope()) {
            for (int line = 0; line < LINES; line++) {
                byte[] row = Bytes.toBytes(String.format("%06d-%d", order, line));
                scope.mutate(new Put(row).addColumn(FAMILY, ITEM, Bytes.toBytes("item " + line)));
            }
            return scope.join();
        }
    }
}
