package io.sluice;

import io.sluice.internal.cell.CellEncoder;
import io.sluice.internal.cell.CellReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A change of one row: a {@link Put}, {@link Delete}, {@link Increment} or {@link Append}.
 *
 * <p>Its cells are encoded as they are added, so arrays passed to it may be changed afterwards; the only exceptions are
 * the row, if a constructor says so, and values passed to {@link Put#addImmutable(byte[], byte[], byte[])}. Not thread-safe.
 * Once it has been passed to a mutator it may be changed again.
 */
public abstract sealed class Mutation extends OperationWithAttributes implements Row
        permits Put, Delete, Increment, Append {

    private static final String TTL_ATTRIBUTE = "_ttl";
    private static final String CLUSTERS_ATTRIBUTE = "_cs.id";

    /** Bytes of the object itself on a 64 bit JVM with compressed references. */
    private static final long OBJECT_BYTES = 56;

    private static final long ARRAY_HEADER_BYTES = 16;

    private final byte[] row;
    private long timestamp;
    private Handling handling = Handling.BY_DEFAULT;

    /**
     * The cells one after the other in the encoded form. Bytes below {@link #encodedBytes} never change once they are
     * written, only the array is replaced: {@link EncodedCell}s refer to them.
     */
    private byte[] encoded;

    /**
     * The value of the only cell, if nobody changes its array: it is not in {@link #encoded}, and is copied only once, from
     * here to where the cells go. Empty if there is none. Only set with the first cell, if no room was made for others: a
     * thread that copies the cells while another one changes the mutation gets the right lengths, or an exception.
     */
    private byte[] keptValue = HConstants.EMPTY_BYTE_ARRAY;

    /** Bytes of all cells, the kept value included. */
    private int encodedBytes;

    private int cells;
    private int maxCellBytes;

    /** What few mutations set, in one object, so that all mutations are smaller. */
    private record Handling(Durability durability, int priority) {
        static final Handling BY_DEFAULT = new Handling(Durability.USE_DEFAULT, HConstants.PRIORITY_UNSET);
        private static final Handling[] BY_DURABILITY = Stream.of(Durability.values())
                .map(durability -> new Handling(durability, HConstants.PRIORITY_UNSET))
                .toArray(Handling[]::new);

        static Handling of(Durability durability, int priority) {
            return priority == HConstants.PRIORITY_UNSET
                    ? BY_DURABILITY[durability.ordinal()]
                    : new Handling(durability, priority);
        }
    }

    /** Creates a mutation of this row without cells; keeps the array. */
    Mutation(byte[] row, long timestamp) {
        CellLimits.checkRow(row);
        CellLimits.checkTimestamp(timestamp);
        this.row = row;
        this.timestamp = timestamp;
        this.encoded = HConstants.EMPTY_BYTE_ARRAY;
    }

    /** Creates a copy, which shares the row array. */
    Mutation(Mutation other) {
        super(other);
        row = other.row;
        timestamp = other.timestamp;
        handling = other.handling;
        // Nobody changes the kept value, so both have it.
        encoded = Arrays.copyOf(other.encoded, other.encodedBytes - other.keptValue.length);
        keptValue = other.keptValue;
        encodedBytes = other.encodedBytes;
        cells = other.cells;
        maxCellBytes = other.maxCellBytes;
    }

    /** A copy of the row for the constructors; refuses null. */
    static byte[] copyRow(byte @Nullable [] row) {
        CellLimits.checkRow(row);
        return Objects.requireNonNull(row).clone();
    }

    /** A copy of a slice as the row for the constructors. */
    static byte[] copyRow(byte @Nullable [] row, int offset, int length) {
        if (row == null) {
            throw new IllegalArgumentException("row must not be null");
        }
        CellLimits.checkRowLength(length);
        return Bytes.slice(row, offset, length);
    }

    // ---- settings ----

    /**
     * Sets what must happen in the write-ahead log before the mutation is acknowledged; by default the table's setting.
     */
    public Mutation setDurability(Durability durability) {
        handling = Handling.of(Objects.requireNonNull(durability, "durability"), handling.priority());
        return this;
    }

    /** How far the mutation must have come in the write-ahead log. */
    public Durability getDurability() {
        return handling.durability();
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalArgumentException if it is less than {@link HConstants#PRIORITY_UNSET}
     */
    @Override
    public OperationWithAttributes setPriority(int priority) {
        if (priority < HConstants.PRIORITY_UNSET) {
            throw new IllegalArgumentException("a priority must be 0 or more, or PRIORITY_UNSET (-1): " + priority);
        }
        handling = Handling.of(handling.durability(), priority);
        return this;
    }

    @Override
    public int getPriority() {
        return handling.priority();
    }

    /**
     * Sets the timestamp of cells that are added later without one, and of a {@link Delete} of the whole row.
     *
     * @throws IllegalArgumentException if it is negative
     */
    public Mutation setTimestamp(long timestamp) {
        CellLimits.checkTimestamp(timestamp);
        this.timestamp = timestamp;
        return this;
    }

    /** The timestamp of cells that are added without one; {@link HConstants#LATEST_TIMESTAMP} unless set. */
    public long getTimestamp() {
        return timestamp;
    }

    /**
     * Sets the time to live of the cells, in milliseconds; then the server drops them.
     *
     * @throws IllegalArgumentException if it is negative
     */
    public Mutation setTTL(long ttlMillis) {
        if (ttlMillis < 0) {
            throw new IllegalArgumentException("TTL must not be negative: " + ttlMillis + " ms");
        }
        setAttribute(TTL_ATTRIBUTE, Bytes.toBytes(ttlMillis));
        return this;
    }

    /** Time to live of the cells, in milliseconds; {@link Long#MAX_VALUE} if {@link #setTTL} was not called. */
    public long getTTL() {
        byte[] ttl = getAttribute(TTL_ATTRIBUTE);
        return ttl == null ? Long.MAX_VALUE : Bytes.toLong(ttl);
    }

    /**
     * Sets which readers see the cells. A {@link Delete} with an expression deletes only cells that have the same one.
     *
     * <p>This is the attribute {@code VISIBILITY}. It is for servers that run HBase's {@code VisibilityController}:
     * others ignore it, and everybody sees the cells.
     */
    public Mutation setCellVisibility(CellVisibility expression) {
        setAttribute(CellSecurity.VISIBILITY_ATTRIBUTE, CellSecurity.visibility(expression));
        return this;
    }

    /**
     * What {@link #setCellVisibility} has set; null if nothing.
     *
     * @throws DeserializationException if the attribute was set by its name, to something else
     */
    public @Nullable CellVisibility getCellVisibility() throws DeserializationException {
        byte[] visibility = getAttribute(CellSecurity.VISIBILITY_ATTRIBUTE);
        return visibility == null ? null : CellSecurity.visibility(visibility);
    }

    /** Sets what one user may do with the cells, beside what the table permits: {@link #setACL(Map)} with one entry. */
    public Mutation setACL(String user, Permission perms) {
        return setACL(Collections.singletonMap(user, perms));
    }

    /**
     * Sets what users may do with the cells, beside what the table permits. It replaces what was set before.
     *
     * <p>This is the attribute {@code acl}. It is for servers that run HBase's {@code AccessController}, which refuses
     * it on a {@link Delete}; others ignore it. A reader who may not read the table gets the cells that permit it only
     * if the server has {@code hbase.security.access.early_out} = false, else an {@link AccessDeniedException}.
     *
     * @param perms by the short name of a user, or the name of a group after {@code @}
     */
    public Mutation setACL(Map<String, Permission> perms) {
        setAttribute(CellSecurity.ACL_ATTRIBUTE, CellSecurity.acl(perms));
        return this;
    }

    /** What {@link #setACL} has set, as it is sent; null if nothing. Must not be changed. */
    public byte @Nullable [] getACL() {
        return getAttribute(CellSecurity.ACL_ATTRIBUTE);
    }

    /** Marks the clusters that have this change already, so that a server does not replicate it to them. */
    public Mutation setClusterIds(List<UUID> clusterIds) {
        ByteBuffer ids = ByteBuffer.allocate(Integer.BYTES + 2 * Long.BYTES * clusterIds.size());
        ids.putInt(clusterIds.size());
        clusterIds.forEach(id -> ids.putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits()));
        setAttribute(CLUSTERS_ATTRIBUTE, ids.array());
        return this;
    }

    /** The clusters that {@link #setClusterIds} has marked; empty if none. */
    public List<UUID> getClusterIds() {
        List<UUID> clusters = new ArrayList<>();
        byte[] marked = getAttribute(CLUSTERS_ATTRIBUTE);
        if (marked != null) {
            ByteBuffer ids = ByteBuffer.wrap(marked);
            for (int left = ids.getInt(); left > 0; left--) {
                clusters.add(new UUID(ids.getLong(), ids.getLong()));
            }
        }
        return clusters;
    }

    // ---- content ----

    @Override
    public byte[] getRow() {
        return row;
    }

    @Override
    public int compareTo(Row other) {
        return Bytes.compareTo(row, other.getRow());
    }

    /** The number of cells. */
    public int size() {
        return cells;
    }

    /** True if it has no cells. */
    public boolean isEmpty() {
        return cells == 0;
    }

    /** The number of different families. */
    public int numFamilies() {
        return getFamilyCellMap().size();
    }

    /** The cells by family, in the order they were added: an immutable snapshot. */
    public NavigableMap<byte[], List<Cell>> getFamilyCellMap() {
        NavigableMap<byte[], List<Cell>> families = new TreeMap<>(Bytes.BYTES_COMPARATOR);
        byte[] all = cells();
        CellReader reader = new CellReader(all, 0, encodedBytes);
        while (reader.next()) {
            EncodedCell cell = new EncodedCell(all, reader.cellOffset());
            families.computeIfAbsent(CellUtil.cloneFamily(cell), family -> new ArrayList<>())
                    .add(cell);
        }
        families.replaceAll((family, list) -> Collections.unmodifiableList(list));
        return Collections.unmodifiableNavigableMap(families);
    }

    /** The cells of this column in the order they were added. */
    public List<Cell> get(byte[] family, byte @Nullable [] qualifier) {
        return find(family, qualifier, cell -> true);
    }

    /** True if there is a cell for this column. */
    public boolean has(byte[] family, byte @Nullable [] qualifier) {
        return !find(family, qualifier, cell -> true).isEmpty();
    }

    /** True if there is a cell of this column with this timestamp. */
    public boolean has(byte[] family, byte @Nullable [] qualifier, long timestamp) {
        return !find(family, qualifier, cell -> cell.getTimestamp() == timestamp)
                .isEmpty();
    }

    /** True if there is a cell of this column with this value. */
    public boolean has(byte[] family, byte @Nullable [] qualifier, byte @Nullable [] value) {
        return !find(family, qualifier, cell -> CellUtil.matchingValue(cell, value))
                .isEmpty();
    }

    /** True if there is a cell of this column with this timestamp and value. */
    public boolean has(byte[] family, byte @Nullable [] qualifier, long timestamp, byte @Nullable [] value) {
        return !find(family, qualifier, cell -> cell.getTimestamp() == timestamp && CellUtil.matchingValue(cell, value))
                .isEmpty();
    }

    private List<Cell> find(byte[] family, byte @Nullable [] qualifier, Predicate<Cell> matching) {
        List<Cell> found = new ArrayList<>();
        byte[] all = cells();
        CellReader reader = new CellReader(all, 0, encodedBytes);
        while (reader.next()) {
            EncodedCell cell = new EncodedCell(all, reader.cellOffset());
            if (CellUtil.matchingColumn(cell, family, qualifier) && matching.test(cell)) {
                found.add(cell);
            }
        }
        return found;
    }

    /** The cells one after the other, as an array that never changes up to {@link #encodedBytes}. */
    private byte[] cells() {
        if (keptValue.length == 0) {
            return encoded;
        }
        byte[] copy = new byte[encodedBytes];
        copyEncodedTo(copy, 0, encodedBytes);
        return copy;
    }

    /** Estimated heap size of this mutation in bytes, row and attributes included. */
    public long heapSize() {
        long bytes = OBJECT_BYTES + arrayBytes(row) + arrayBytes(encoded);
        bytes += keptValue.length == 0 ? 0 : arrayBytes(keptValue);
        for (var attribute : getAttributesMap().entrySet()) {
            bytes += OBJECT_BYTES + 2L * attribute.getKey().length() + arrayBytes(attribute.getValue());
        }
        return bytes;
    }

    private static long arrayBytes(byte[] array) {
        return (ARRAY_HEADER_BYTES + array.length + 7) & ~7L;
    }

    // ---- the encoded form ----

    /** For the engine: bytes of all cells in the encoded form, each with its 4-byte length prefix. */
    public int encodedSize() {
        return encodedBytes;
    }

    /** For the engine: bytes of the largest cell without its 4-byte length prefix; 0 if there are none. */
    public int maxCellSize() {
        return maxCellBytes;
    }

    /**
     * For the engine: makes room for cells that will be added, so that adding them does not copy those before. To be called
     * before the first one is added; afterwards it has no effect.
     *
     * @param bytes of all of them in the encoded form, each with its 4-byte length prefix
     */
    public void expectEncodedSize(int bytes) {
        if (cells == 0 && bytes > encoded.length) {
            encoded = new byte[bytes];
        }
    }

    /**
     * For the engine: copies the first bytes of the cells, in the order they were added.
     *
     * @param length what {@link #encodedSize} returned when room was made for them
     * @throws IndexOutOfBoundsException if {@code destination} has no room for them there, the mutation has fewer
     *     bytes, or another thread changes it
     */
    public void copyEncodedTo(byte[] destination, int offset, int length) {
        byte[] value = keptValue;
        byte[] others = encoded;
        int before = length - value.length;
        if (value.length > 0 && before != others.length) {
            throw new IndexOutOfBoundsException("another thread adds cells to the mutation of row " + Excerpt.of(row));
        }
        System.arraycopy(others, 0, destination, offset, before);
        System.arraycopy(value, 0, destination, offset + before, value.length);
    }

    /** Appends one cell of this row. A null qualifier or value counts as empty. */
    final void append(
            byte[] family, byte @Nullable [] qualifier, long timestamp, Cell.Type type, byte @Nullable [] value) {
        append(family, qualifier, timestamp, type, value, /* keepsValue= */ false);
    }

    /**
     * Appends one cell of this row.
     *
     * @param keepsValue whether nobody changes the value's array, so that it need not be copied now
     */
    final void append(
            byte[] family,
            byte @Nullable [] qualifier,
            long timestamp,
            Cell.Type type,
            byte @Nullable [] value,
            boolean keepsValue) {
        byte[] qualifierBytes = qualifier == null ? HConstants.EMPTY_BYTE_ARRAY : qualifier;
        byte[] valueBytes = value == null ? HConstants.EMPTY_BYTE_ARRAY : value;
        CellLimits.checkTimestamp(timestamp);
        CellLimits.checkFamily(family);
        int kept = keepsValue && encoded.length == 0 ? valueBytes.length : 0;
        int at = begin(family, 0, family.length, qualifierBytes.length, valueBytes.length, kept);
        at = CellEncoder.writeBytes(encoded, at, qualifierBytes, 0, qualifierBytes.length);
        at = CellEncoder.writeStamp(encoded, at, timestamp, type.getCode());
        at = CellEncoder.writeBytes(encoded, at, valueBytes, 0, valueBytes.length - kept);
        commit(at + kept);
        if (kept > 0) {
            keptValue = valueBytes;
        }
    }

    /** Appends one cell of this row, with the remaining bytes of these buffers as qualifier and value. */
    final void append(
            byte[] family, @Nullable ByteBuffer qualifier, long timestamp, Cell.Type type, @Nullable ByteBuffer value) {
        ByteBuffer qualifierBytes = qualifier == null ? ByteBuffer.allocate(0) : qualifier;
        ByteBuffer valueBytes = value == null ? ByteBuffer.allocate(0) : value;
        CellLimits.checkTimestamp(timestamp);
        CellLimits.checkFamily(family);
        int at = begin(family, 0, family.length, qualifierBytes.remaining(), valueBytes.remaining(), 0);
        at = CellEncoder.writeBuffer(encoded, at, qualifierBytes);
        at = CellEncoder.writeStamp(encoded, at, timestamp, type.getCode());
        commit(CellEncoder.writeBuffer(encoded, at, valueBytes));
    }

    /**
     * Appends an existing cell.
     *
     * @throws WrongRowIOException if the cell belongs to another row
     * @throws IllegalArgumentException if this kind of mutation does not have cells of its type
     */
    Mutation add(Cell cell) throws IOException {
        if (!Bytes.equals(cell.getRowArray(), cell.getRowOffset(), cell.getRowLength(), row, 0, row.length)) {
            throw new WrongRowIOException("cell of row " + Excerpt.of(CellUtil.cloneRow(cell))
                    + " added to a mutation of row " + Excerpt.of(row));
        }
        Cell.Type type = cell.getType();
        boolean deletes = type != Cell.Type.Put;
        // A Put may also delete, as in HBase: its cells are stored as they are.
        if (deletes != this instanceof Delete && !(this instanceof Put)) {
            throw new IllegalArgumentException(
                    "a " + getClass().getSimpleName() + " cannot have a cell of type " + type);
        }
        append(cell, type);
        return this;
    }

    /** Copies the parts from the cell's arrays, without an object for any of them. */
    private void append(Cell cell, Cell.Type type) {
        long cellTimestamp = cell.getTimestamp();
        int qualifierLength = cell.getQualifierLength();
        int valueLength = cell.getValueLength();
        CellLimits.checkTimestamp(cellTimestamp);
        CellLimits.checkFamilyLength(cell.getFamilyLength());
        int at = begin(
                cell.getFamilyArray(),
                cell.getFamilyOffset(),
                cell.getFamilyLength(),
                qualifierLength,
                valueLength,
                /* keptBytes= */ 0);
        at = CellEncoder.writeBytes(encoded, at, cell.getQualifierArray(), cell.getQualifierOffset(), qualifierLength);
        at = CellEncoder.writeStamp(encoded, at, cellTimestamp, type.getCode());
        commit(CellEncoder.writeBytes(encoded, at, cell.getValueArray(), cell.getValueOffset(), valueLength));
    }

    /** Drops all cells of a family. Uses a new array, since views may refer to the old one. */
    final void removeFamily(byte[] family) {
        byte[] old = cells();
        CellReader reader = new CellReader(old, 0, encodedBytes);
        encoded = new byte[encodedBytes];
        keptValue = HConstants.EMPTY_BYTE_ARRAY;
        encodedBytes = 0;
        cells = 0;
        maxCellBytes = 0;
        while (reader.next()) {
            if (!Bytes.equals(old, reader.familyOffset(), reader.familyLength(), family, 0, family.length)) {
                System.arraycopy(old, reader.cellOffset(), encoded, encodedBytes, reader.encodedSize());
                commit(encodedBytes + reader.encodedSize());
            }
        }
    }

    /**
     * Makes room for a cell and writes it up to its family; returns the position of the qualifier.
     *
     * @param keptBytes of its value, which need no room
     */
    private int begin(
            byte[] family, int familyOffset, int familyLength, int qualifierLength, int valueLength, int keptBytes) {
        int size = CellEncoder.encodedSize(row.length, familyLength, qualifierLength, valueLength);
        reserve(size, keptBytes);
        int at = CellEncoder.writeLengths(encoded, encodedBytes, size, valueLength);
        at = CellEncoder.writeRow(encoded, at, row, 0, row.length);
        return CellEncoder.writeFamily(encoded, at, family, familyOffset, familyLength);
    }

    /** Commits the cell that ends at {@code end}; until then it does not exist. */
    private void commit(int end) {
        int cellBytes = end - encodedBytes - CellEncoder.PREFIX_BYTES;
        if (Bytes.toInt(encoded, encodedBytes) != cellBytes) {
            throw new IllegalStateException("cell of row " + Excerpt.of(row) + " has " + cellBytes + " bytes, not "
                    + Bytes.toInt(encoded, encodedBytes) + "; was a buffer changed meanwhile?");
        }
        encodedBytes = end;
        cells++;
        maxCellBytes = Math.max(maxCellBytes, cellBytes);
    }

    /**
     * Makes room for a cell, and copies the value that was kept so far. The first cell gets exactly the room it needs, since
     * most mutations have only one. After that the room doubles.
     *
     * @param size of the cell
     * @param keptBytes of its value, which need no room
     */
    private void reserve(int size, int keptBytes) {
        long all = (long) encodedBytes + size;
        if (all > CellEncoder.MAX_ENCODED_BYTES) {
            throw new IllegalArgumentException("mutation of row " + Excerpt.of(row) + " would have " + all
                    + " bytes of cells; the limit is " + CellEncoder.MAX_ENCODED_BYTES);
        }
        long needed = all - keptBytes;
        if (encoded.length < needed) {
            long doubled = cells == 0 ? needed : Math.max(needed, 2L * encoded.length);
            encoded = Arrays.copyOf(encoded, (int) Math.min(doubled, CellEncoder.MAX_ENCODED_BYTES));
        }
        System.arraycopy(keptValue, 0, encoded, encodedBytes - keptValue.length, keptValue.length);
        keptValue = HConstants.EMPTY_BYTE_ARRAY;
    }

    /** Kind, row and sizes; no values. */
    @Override
    public String toString() {
        return getClass().getSimpleName() + "{row=" + Excerpt.of(row) + ", cells=" + cells + ", bytes=" + encodedBytes
                + "}";
    }
}
