package io.sluice.embedded;

import io.sluice.embedded.internal.Tokens;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * HBase's own client, in a separate JVM: creates tables, reads back, moves and splits regions. Commands run one after
 * the other; a failed one throws an {@link IOException} with HBase's text. Thread-safe.
 */
public final class StockClient implements AutoCloseable {
    private static final Duration ATTACH_TIMEOUT = Duration.ofSeconds(60);

    private final ChildProcess child;

    StockClient(ChildProcess child) {
        this.child = child;
    }

    /** Starts a client of a running cluster, with these HBase settings. */
    public static StockClient attach(Map<String, String> settings) throws IOException {
        return attach(settings, List.of());
    }

    /**
     * Starts a client of a running cluster. Nothing is sent to the cluster before the first command.
     *
     * @param settings HBase settings, which override the files
     * @param configuration files such as {@code hbase-site.xml}, or their folders
     */
    public static StockClient attach(Map<String, String> settings, List<Path> configuration) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("attach"));
        for (Path path : configuration) {
            arguments.add(path.toAbsolutePath().toString());
        }
        Path folder = Files.createTempDirectory("sluice-stock-client-");
        ChildProcess child = ChildProcess.start(
                new ChildLaunch(folder, true, settings, List.of("-XX:TieredStopAtLevel=1"), arguments));
        try {
            child.channel().awaitReady(ATTACH_TIMEOUT);
            return new StockClient(child);
        } catch (IOException | RuntimeException e) {
            child.close();
            throw e;
        }
    }

    /** Creates a table with {@code splitKeys.size() + 1} regions. */
    public void createTable(String table, List<FamilyOptions> families, List<byte[]> splitKeys) throws IOException {
        List<String> words = words("createTable", Tokens.of(table), Tokens.of(families.size()));
        for (FamilyOptions family : families) {
            words.add(Tokens.of(family.name()));
            words.add(Tokens.of(family.maxVersions()));
        }
        splitKeys.forEach(key -> words.add(Tokens.of(key)));
        call(words);
    }

    /** Returns whether the table exists, enabled or not. */
    public boolean tableExists(String table) throws IOException {
        return call(words("tableExists", Tokens.of(table))).get(0).equals("1");
    }

    /** Returns the column families of the table. */
    public List<FamilyOptions> families(String table) throws IOException {
        List<FamilyOptions> families = new ArrayList<>();
        child.channel()
                .call(
                        words("families", Tokens.of(table)),
                        t -> families.add(new FamilyOptions(Tokens.text(t.get(0)), Integer.parseInt(t.get(1)))));
        return families;
    }

    /** Adds a column family with HBase's defaults; returns when all regions have it. */
    public void addFamily(String table, String family) throws IOException {
        call(words("addFamily", Tokens.of(table), Tokens.of(family)));
    }

    /** Disables the table. */
    public void disableTable(String table) throws IOException {
        call(words("disableTable", Tokens.of(table)));
    }

    /** Enables the table. */
    public void enableTable(String table) throws IOException {
        call(words("enableTable", Tokens.of(table)));
    }

    /** Deletes the table; disables it first if it is enabled. */
    public void deleteTable(String table) throws IOException {
        call(words("deleteTable", Tokens.of(table)));
    }

    /** Removes all rows of the table, keeps its regions. */
    public void truncateTable(String table) throws IOException {
        call(words("truncateTable", Tokens.of(table)));
    }

    /** Flushes the memstores of the table to disk. */
    public void flushTable(String table) throws IOException {
        call(words("flushTable", Tokens.of(table)));
    }

    /** Compacts the table's files into one per region and family; returns when this is done. */
    public void majorCompact(String table) throws IOException {
        call(words("majorCompact", Tokens.of(table)));
    }

    /** Writes one cell, as a control for tests of the writer. */
    public void put(String table, ScannedCell cell) throws IOException {
        call(words(
                "put",
                Tokens.of(table),
                Tokens.of(cell.row()),
                Tokens.of(cell.family()),
                Tokens.of(cell.qualifier()),
                Tokens.of(cell.timestamp()),
                Tokens.of(cell.value())));
    }

    /** Reads cells in table order and passes each to {@code cells}, on the calling thread. */
    public void scan(String table, ScanOptions options, Consumer<ScannedCell> cells) throws IOException {
        List<String> words = words("scan", Tokens.of(table));
        addOptions(words, options);
        child.channel().call(words, tokens -> cells.accept(cell(tokens)));
    }

    /** Reads the newest cells of a row; none if there is no such row. */
    public List<ScannedCell> get(String table, byte[] row) throws IOException {
        List<ScannedCell> cells = new ArrayList<>();
        child.channel().call(words("get", Tokens.of(table), Tokens.of(row)), tokens -> cells.add(cell(tokens)));
        return cells;
    }

    private static ScannedCell cell(List<String> tokens) {
        return new ScannedCell(
                Tokens.bytes(tokens.get(0)),
                Tokens.bytes(tokens.get(1)),
                Tokens.bytes(tokens.get(2)),
                Long.parseLong(tokens.get(3)),
                Byte.parseByte(tokens.get(4)),
                Tokens.bytes(tokens.get(5)));
    }

    /** Counts rows and cells, newest versions only. The child counts, several regions at once. */
    public RowCount countRows(String table) throws IOException {
        return countRows(table, ScanOptions.newest());
    }

    /** Counts rows and cells whose timestamp is exactly {@code timestamp}. */
    public RowCount countRows(String table, long timestamp) throws IOException {
        return countRows(table, ScanOptions.newest().at(timestamp));
    }

    /** Counts rows and cells that a scan with {@code options} reads. */
    public RowCount countRows(String table, ScanOptions options) throws IOException {
        List<String> words = words("countRows", Tokens.of(table));
        addOptions(words, options);
        List<String> answer = call(words);
        return new RowCount(
                Long.parseLong(answer.get(0)), Long.parseLong(answer.get(1)), Long.parseLong(answer.get(2)));
    }

    /** Returns the regions of the table in key order. Also works for {@code hbase:meta}. */
    public List<RegionDescription> regions(String table) throws IOException {
        List<RegionDescription> regions = new ArrayList<>();
        child.channel()
                .call(
                        words("regions", Tokens.of(table)),
                        t -> regions.add(new RegionDescription(
                                Tokens.text(t.get(0)),
                                Tokens.bytes(t.get(1)),
                                Tokens.bytes(t.get(2)),
                                Tokens.text(t.get(3)))));
        return regions;
    }

    /** Moves a region to {@code server} ({@code host,port,startcode}); returns when it is online there. */
    public void moveRegion(String encodedName, String server) throws IOException {
        call(words("moveRegion", Tokens.of(encodedName), Tokens.of(server)));
    }

    /** Splits a region at {@code key}; returns when both daughters are online. */
    public void splitRegion(String encodedName, byte[] key) throws IOException {
        call(words("splitRegion", Tokens.of(encodedName), Tokens.of(key)));
    }

    /**
     * Merges two neighbouring regions; returns when the merged region is online. Daughters of a split need a compaction
     * first.
     */
    public void mergeRegions(String encodedName, String otherEncodedName) throws IOException {
        call(words("mergeRegions", Tokens.of(encodedName), Tokens.of(otherEncodedName)));
    }

    /** Returns the online region servers, as {@code host,port,startcode}. */
    public List<String> servers() throws IOException {
        return call(words("servers")).stream().map(Tokens::text).toList();
    }

    /** Switches the balancer on or off, so that regions stay where a test puts them; returns the previous state. */
    public boolean switchBalancer(boolean on) throws IOException {
        return call(words("switchBalancer", Tokens.of(on ? 1 : 0))).get(0).equals("1");
    }

    /** Returns the process id of the child. */
    public long pid() {
        return child.pid();
    }

    /** Returns a new future that completes with the exit code when the child has ended. */
    public CompletableFuture<Integer> onExit() {
        return child.onExit();
    }

    /** Stops the child, and with it an embedded server. Idempotent. */
    @Override
    public void close() {
        child.close();
    }

    private static void addOptions(List<String> words, ScanOptions options) {
        words.add(Tokens.of(options.raw() ? 1 : 0));
        words.add(Tokens.of(options.versions()));
        words.add(Tokens.of(options.minTimestamp()));
        words.add(Tokens.of(options.maxTimestamp()));
        options.families().forEach(family -> words.add(Tokens.of(family)));
    }

    private static List<String> words(String... words) {
        return new ArrayList<>(List.of(words));
    }

    private List<String> call(List<String> words) throws IOException {
        return child.channel().call(words, data -> {});
    }
}
