package io.sluice;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An operation with attributes. Not thread-safe. */
public abstract sealed class OperationWithAttributes implements Attributes permits Mutation {

    /** The attribute of {@link #setId}; spelt as HBase spells it. */
    public static final String ID_ATRIBUTE = "_operation.attributes.id";

    /** Copy on write, values included: a map that was returned never changes. */
    private Map<String, byte[]> attributes;

    /** Creates an operation without attributes. */
    OperationWithAttributes() {
        attributes = Map.of();
    }

    /** Creates an operation with the attributes of another. */
    OperationWithAttributes(OperationWithAttributes other) {
        attributes = other.attributes;
    }

    /** {@inheritDoc} The value is copied. */
    @Override
    public OperationWithAttributes setAttribute(String name, byte @Nullable [] value) {
        Objects.requireNonNull(name, "name");
        if (value == null && !attributes.containsKey(name)) {
            return this;
        }
        if (value != null && attributes.isEmpty()) {
            attributes = Map.of(name, value.clone());
            return this;
        }
        Map<String, byte[]> changed = new LinkedHashMap<>(attributes);
        if (value == null) {
            changed.remove(name);
        } else {
            changed.put(name, value.clone());
        }
        attributes = changed.isEmpty() ? Map.of() : Collections.unmodifiableMap(changed);
        return this;
    }

    @Override
    public byte @Nullable [] getAttribute(String name) {
        return attributes.get(name);
    }

    /** {@inheritDoc} It does not change when an attribute is set later. Its values must not be changed. */
    @Override
    public Map<String, byte[]> getAttributesMap() {
        return attributes;
    }

    /** Sets a name under which the server logs this operation when it is slow. */
    public OperationWithAttributes setId(String id) {
        setAttribute(ID_ATRIBUTE, Bytes.toBytes(id));
        return this;
    }

    /**
     * Sets how soon a server should handle the request that contains this operation, where it has queues of priorities
     * ({@code RequestHeader.priority} of RPC.proto). A request is sent with the highest priority of its operations.
     *
     * @param priority {@link HConstants#PRIORITY_UNSET}, the default, or 0 and more
     */
    public abstract OperationWithAttributes setPriority(int priority);

    /** The priority; {@link HConstants#PRIORITY_UNSET} unless set. */
    public abstract int getPriority();

    /** The name set by {@link #setId}; null if there is none. */
    public @Nullable String getId() {
        byte[] id = attributes.get(ID_ATRIBUTE);
        return id == null ? null : Bytes.toString(id);
    }
}
