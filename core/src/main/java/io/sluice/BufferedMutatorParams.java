package io.sluice;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a {@link BufferedMutator}. Unset values come from the configuration, with the keys and defaults that
 * {@link AsyncBufferedMutatorBuilder} names; their getters return -1. Not thread-safe. Names are HBase's; members
 * deprecated there are left out.
 */
public class BufferedMutatorParams implements Cloneable {
    private static final int UNSET = -1;

    private final TableName tableName;
    private long writeBufferSize = UNSET;
    private long periodicFlushTimeoutMs = UNSET;
    private int maxKeyValueSize = UNSET;
    private int rpcTimeout = UNSET;
    private int operationTimeout = UNSET;
    private int maxMutations = UNSET;
    private Map<String, byte[]> requestAttributes = new LinkedHashMap<>();
    private BufferedMutator.@Nullable ExceptionListener listener;

    /** Settings for a mutator of this table. */
    public BufferedMutatorParams(TableName tableName) {
        this.tableName = Objects.requireNonNull(tableName, "tableName");
    }

    /** The table written to. */
    public TableName getTableName() {
        return tableName;
    }

    /** Bytes of cells and attributes at which the buffer is sent, or -1. */
    public long getWriteBufferSize() {
        return writeBufferSize;
    }

    /** Sets the bytes of cells and attributes at which the buffer is sent. */
    public BufferedMutatorParams writeBufferSize(long bytes) {
        writeBufferSize = bytes;
        return this;
    }

    /** Age in milliseconds at which the buffer is sent, or -1. */
    public long getWriteBufferPeriodicFlushTimeoutMs() {
        return periodicFlushTimeoutMs;
    }

    /** Sets the age in milliseconds at which the buffer is sent; 0 for never. */
    public BufferedMutatorParams setWriteBufferPeriodicFlushTimeoutMs(long timeoutMs) {
        periodicFlushTimeoutMs = timeoutMs;
        return this;
    }

    /** Largest serialized cell accepted, in bytes, or -1. */
    public int getMaxKeyValueSize() {
        return maxKeyValueSize;
    }

    /** Sets the largest serialized cell accepted, in bytes; 0 for no limit. */
    public BufferedMutatorParams maxKeyValueSize(int bytes) {
        maxKeyValueSize = bytes;
        return this;
    }

    /** How long one request may take, in milliseconds, or -1. */
    public int getRpcTimeout() {
        return rpcTimeout;
    }

    /** Sets how long one request may take, in milliseconds. */
    public BufferedMutatorParams rpcTimeout(int timeoutMs) {
        rpcTimeout = timeoutMs;
        return this;
    }

    /** How long a mutation may take from the sending of its buffer, retries included, in milliseconds, or -1. */
    public int getOperationTimeout() {
        return operationTimeout;
    }

    /** Sets how long a mutation may take from the sending of its buffer, retries included, in milliseconds. */
    public BufferedMutatorParams operationTimeout(int timeoutMs) {
        operationTimeout = timeoutMs;
        return this;
    }

    /** Number of mutations at which the buffer is sent, or -1. */
    public int getMaxMutations() {
        return maxMutations;
    }

    /** Sets the number of mutations at which the buffer is sent; 0 for no limit. */
    public BufferedMutatorParams setMaxMutations(int mutations) {
        maxMutations = mutations;
        return this;
    }

    /** The attributes that each request carries. Cannot be changed. */
    public Map<String, byte[]> getRequestAttributes() {
        return Collections.unmodifiableMap(requestAttributes);
    }

    /** Sets an attribute that each request carries to the server; the array is copied. */
    public BufferedMutatorParams setRequestAttribute(String key, byte[] value) {
        requestAttributes.put(Objects.requireNonNull(key, "key"), value.clone());
        return this;
    }

    /** The listener for failures; unless set, one that throws them. */
    public BufferedMutator.ExceptionListener getListener() {
        return listener == null ? BufferedMutatorParams::rethrow : listener;
    }

    /** Sets the listener for failures. */
    public BufferedMutatorParams listener(BufferedMutator.ExceptionListener newListener) {
        listener = Objects.requireNonNull(newListener, "newListener");
        return this;
    }

    private static void rethrow(RetriesExhaustedWithDetailsException exception, BufferedMutator mutator)
            throws RetriesExhaustedWithDetailsException {
        throw exception;
    }

    /** A copy; changes to it do not affect this object. */
    @Override
    public BufferedMutatorParams clone() {
        try {
            BufferedMutatorParams copy = (BufferedMutatorParams) super.clone();
            copy.requestAttributes = new LinkedHashMap<>(requestAttributes);
            return copy;
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException(e);
        }
    }
}
