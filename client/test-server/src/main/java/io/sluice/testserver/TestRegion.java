package io.sluice.testserver;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A region of a table. Its mutable state is guarded by the cluster's lock; a test sees the state after some recent
 * call.
 */
public final class TestRegion {
    private final String table;
    private final byte[] startKey;
    private final byte[] endKey;
    private final long id;
    private final String name;
    private final MetaKey metaKey;
    private volatile TestServer server;
    private volatile long seqNum = 1;
    /** Its previous server, which tells clients the new one. */
    private volatile @Nullable TestServer movedFrom;

    private volatile boolean split;

    /** Columns of its row in hbase:meta that are wrong or missing. */
    private final Map<String, Optional<byte[]>> damages = new HashMap<>();

    TestRegion(String table, byte[] startKey, byte[] endKey, long id, TestServer server) {
        this.table = table;
        this.startKey = startKey.clone();
        this.endKey = endKey.clone();
        this.id = id;
        this.server = server;
        name = name(table, startKey, id);
        metaKey = MetaKey.of(nameBytes());
    }

    /** Bytes as Latin-1 characters, so that region names can be strings whatever their start key is. */
    private static String name(String table, byte[] startKey, long id) {
        String start = table + "," + latin(startKey) + "," + id;
        try {
            byte[] digest = MessageDigest.getInstance("MD5").digest(start.getBytes(StandardCharsets.ISO_8859_1));
            return start + "." + HexFormat.of().formatHex(digest).toLowerCase(Locale.ROOT) + ".";
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    static String latin(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    /** Its table. */
    public String table() {
        return table;
    }

    /** A copy of the first row, empty for the first region. */
    public byte[] startKey() {
        return startKey.clone();
    }

    /** A copy of the end key, empty for the last region. */
    public byte[] endKey() {
        return endKey.clone();
    }

    /** The server it is assigned to. */
    public TestServer server() {
        return server;
    }

    /** Whether it contains the row. */
    public boolean contains(byte[] row) {
        return Arrays.compareUnsigned(startKey, row) <= 0
                && (endKey.length == 0 || Arrays.compareUnsigned(row, endKey) < 0);
    }

    long id() {
        return id;
    }

    long seqNum() {
        return seqNum;
    }

    boolean isSplit() {
        return split;
    }

    void markSplit() {
        split = true;
    }

    void damage(String qualifier, byte @Nullable [] value) {
        damages.put(qualifier, Optional.ofNullable(value));
    }

    void repair() {
        damages.clear();
    }

    Map<String, Optional<byte[]>> damages() {
        return damages;
    }

    @Nullable TestServer movedFrom() {
        return movedFrom;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // Under the lock of the cluster.
    void assign(TestServer to, boolean tellOldServer) {
        movedFrom = tellOldServer ? server : null;
        server = to;
        seqNum++;
    }

    /** Its row in {@code hbase:meta}. */
    MetaKey metaKey() {
        return metaKey;
    }

    byte[] nameBytes() {
        return name.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** {@code RegionInfo} of HBase.proto. */
    ProtoBuilder info() {
        return new ProtoBuilder()
                .number(1, id)
                .message(2, tableName(table))
                .bytes(3, startKey)
                .bytes(4, endKey)
                .flag(5, split)
                .flag(6, split)
                .number(7, 0);
    }

    /** {@code TableName} of HBase.proto. */
    static ProtoBuilder tableName(String table) {
        int colon = table.indexOf(':');
        return new ProtoBuilder()
                .bytes(1, (colon < 0 ? "default" : table.substring(0, colon)).getBytes(StandardCharsets.UTF_8))
                .bytes(2, table.substring(colon + 1).getBytes(StandardCharsets.UTF_8));
    }

    /** The full name, {@code table,start,id.md5.}; bytes of the start key are Latin-1 characters. */
    public String name() {
        return name;
    }

    @Override
    public String toString() {
        return name + " on " + server;
    }
}
