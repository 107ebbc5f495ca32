package io.sluice.embedded.child;

import io.sluice.embedded.CellChecksum;
import io.sluice.embedded.RowCount;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Pair;

/** Counts the rows of a table, a few key ranges at a time. */
final class RowCounter {
    private static final int MAX_THREADS = 4;

    private final Connection connection;
    private final TableName name;

    RowCounter(Connection connection, TableName name) {
        this.connection = connection;
        this.name = name;
    }

    RowCount count(Scan scan) throws IOException, InterruptedException {
        int threads = Math.min(MAX_THREADS, Runtime.getRuntime().availableProcessors());
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Future<RowCount>> parts = new ArrayList<>();
            for (Scan part : parts(scan)) {
                parts.add(pool.submit(() -> countPart(part)));
            }
            long rows = 0;
            long cells = 0;
            long checksum = 0;
            for (Future<RowCount> part : parts) {
                RowCount count = part.get();
                rows += count.rows();
                cells += count.cells();
                checksum += count.checksum();
            }
            return new RowCount(rows, cells, checksum);
        } catch (ExecutionException e) {
            throw new IOException("Cannot read table " + name, e.getCause());
        } finally {
            pool.shutdownNow();
        }
    }

    /** One scan for each current region; a key range stays correct if its region is split or moved. */
    private List<Scan> parts(Scan scan) throws IOException {
        List<Scan> parts = new ArrayList<>();
        try (RegionLocator locator = connection.getRegionLocator(name)) {
            Pair<byte[][], byte[][]> keys = locator.getStartEndKeys();
            if (keys.getFirst().length == 0) {
                throw new TableNotFoundException(name);
            }
            for (int i = 0; i < keys.getFirst().length; i++) {
                parts.add(new Scan(scan).withStartRow(keys.getFirst()[i]).withStopRow(keys.getSecond()[i]));
            }
        }
        return parts;
    }

    private RowCount countPart(Scan scan) throws IOException {
        long rows = 0;
        long cells = 0;
        CellChecksum checksum = new CellChecksum();
        try (Table table = connection.getTable(name);
                ResultScanner results = table.getScanner(scan)) {
            for (Result result : results) {
                rows++;
                for (Cell cell : result.rawCells()) {
                    cells++;
                    checksum.begin();
                    checksum.part(cell.getRowArray(), cell.getRowOffset(), cell.getRowLength());
                    checksum.part(cell.getFamilyArray(), cell.getFamilyOffset(), cell.getFamilyLength());
                    checksum.part(cell.getQualifierArray(), cell.getQualifierOffset(), cell.getQualifierLength());
                    checksum.part(cell.getValueArray(), cell.getValueOffset(), cell.getValueLength());
                    checksum.end();
                }
            }
        }
        return new RowCount(rows, cells, checksum.sum());
    }
}
