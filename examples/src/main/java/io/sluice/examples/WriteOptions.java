package io.sluice.examples;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sluice.Durability;
import io.sluice.TableName;
import io.sluice.loader.BadInputException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for writing the rows. */
@SuppressWarnings("NullAway.Init") // picocli sets the fields.
final class WriteOptions {
    private static final int MAX_FAMILY_BYTES = 127;
    private static final int MAX_THREADS = 256;

    @Option(names = "--table", paramLabel = "NAME", description = "table; default: named after the input")
    private @Nullable String table;

    @Option(names = "--family", paramLabel = "NAME", defaultValue = "d", description = "column family; default: d")
    private String family;

    @Option(
            names = "--regions",
            paramLabel = "N",
            defaultValue = "16",
            description = "number of salts, and of regions of a table that has to be created, 1 to 100; default: 16")
    private int regions;

    @Option(
            names = "--threads",
            paramLabel = "N",
            defaultValue = "4",
            description = "threads that pass rows to the client; default: 4")
    private int threads;

    @Option(
            names = "--durability",
            paramLabel = "NAME",
            defaultValue = "USE_DEFAULT",
            description = "${COMPLETION-CANDIDATES}; default: ${DEFAULT-VALUE}, the table's setting")
    private Durability durability;

    @Option(
            names = "--write-buffer",
            paramLabel = "BYTES",
            description = "size of the mutator's write buffer; default: the client's")
    private @Nullable Long writeBuffer;

    @Option(names = "--no-verify", description = "do not read the rows back")
    private boolean noVerify;

    /**
     * How rows are written.
     *
     * @param table table
     * @param family column family
     * @param timestamp timestamp of all cells, milliseconds
     * @param durability durability of the puts
     * @param writeBufferBytes size of the write buffer, or null for the client's own
     */
    record Plan(
            String table,
            String family,
            long timestamp,
            Durability durability,
            @Nullable Long writeBufferBytes) {}

    /** Throws if a number is out of range, or a name is not valid in HBase. */
    void check(String defaultTable) throws BadInputException {
        if (threads < 1 || threads > MAX_THREADS) {
            throw new BadInputException("--threads must be 1 to " + MAX_THREADS + ": " + threads);
        }
        int familyBytes = family.getBytes(UTF_8).length;
        if (familyBytes < 1 || familyBytes > MAX_FAMILY_BYTES) {
            throw new BadInputException("--family must have 1 to " + MAX_FAMILY_BYTES + " bytes: '" + family + "'");
        }
        try {
            TableName unused = TableName.valueOf(table == null ? defaultTable : table);
        } catch (IllegalArgumentException e) {
            throw new BadInputException("--table: " + e.getMessage());
        }
        if (writeBuffer != null && writeBuffer < 1) {
            throw new BadInputException("--write-buffer must be at least 1: " + writeBuffer);
        }
    }

    Plan plan(String defaultTable, long timestamp) {
        return new Plan(table == null ? defaultTable : table, family, timestamp, durability, writeBuffer);
    }

    int regions() {
        return regions;
    }

    int threads() {
        return threads;
    }

    boolean verify() {
        return !noVerify;
    }
}
