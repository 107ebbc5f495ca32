package io.sluice.internal.batch;

import io.sluice.Append;
import io.sluice.HConstants;
import io.sluice.Increment;
import io.sluice.Mutation;
import io.sluice.Row;
import io.sluice.RowMutations;
import io.sluice.internal.cell.AttributeCodec;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Properties that few mutations have, kept apart so that a plain Put costs no object here.
 *
 * @param attributeBytes of the mutation's attributes (TTL among them): so many bytes at the end of the entry, or of the part,
 *     are their encoded form
 * @param setsResults whether an attribute says if the server shall send the result of an Increment or Append
 * @param timestamp the mutation's own timestamp, {@link HConstants#LATEST_TIMESTAMP} for "now"; it matters only to a Delete
 *     without cells
 * @param nonce the number under which the server remembers an Increment or Append, so that a retry is not applied twice; 0
 *     for none
 * @param priority of the mutation, or the highest of the parts; {@link HConstants#PRIORITY_UNSET} for none
 * @param parts the mutations of a {@link MutationKind#ROW_MUTATIONS} entry in their order, else empty
 */
public record MutationExtras(
        int attributeBytes, boolean setsResults, long timestamp, long nonce, int priority, List<Part> parts) {

    /** The attribute of {@code setReturnResults}, HBase's {@code Mutation.RETURN_RESULTS}. */
    public static final String RETURN_RESULTS = "_rr_";

    /** Those of most mutations. */
    public static final MutationExtras NONE =
            new MutationExtras(0, false, HConstants.LATEST_TIMESTAMP, 0, HConstants.PRIORITY_UNSET, List.of());

    /**
     * One mutation of a {@link MutationKind#ROW_MUTATIONS} entry.
     *
     * @param kind Put, Delete, Increment or Append
     * @param durabilityCode {@code MutationProto.Durability} number
     * @param cellCount number of cells; 0 only for a Delete of the whole row
     * @param length bytes of the part in the entry: its cells, or the head that stands for them, and its attributes
     * @param extras attributes, timestamp and nonce of this part; its own parts are empty
     */
    public record Part(MutationKind kind, int durabilityCode, int cellCount, int length, MutationExtras extras) {
        /** Bytes of its cells, or of the head that stands for them. */
        public int bodyLength() {
            return length - extras.attributeBytes();
        }
    }

    /** Whether this is {@link #NONE}: compared by identity, as there is just one. */
    @SuppressWarnings("ReferenceEquality")
    boolean isNone() {
        return this == NONE;
    }

    /**
     * Those of a mutation, or of {@code RowMutations}.
     *
     * @param nonces gives the nonce of an Increment or Append; asked for no other kind
     * @return {@link #NONE} for a plain Put or a Delete of cells
     */
    public static MutationExtras of(Row row, LongSupplier nonces) {
        return row instanceof Mutation mutation ? ofMutation(mutation, nonces) : ofParts((RowMutations) row, nonces);
    }

    private static MutationExtras ofMutation(Mutation mutation, LongSupplier nonces) {
        boolean cellLess = mutation.size() == 0;
        boolean nonced = mutation instanceof Increment || mutation instanceof Append;
        Map<String, byte[]> attributes = mutation.getAttributesMap();
        int priority = mutation.getPriority();
        if (!cellLess && !nonced && attributes.isEmpty() && priority == HConstants.PRIORITY_UNSET) {
            return NONE;
        }
        long timestamp = cellLess ? mutation.getTimestamp() : HConstants.LATEST_TIMESTAMP;
        return new MutationExtras(
                AttributeCodec.encodedSize(attributes),
                attributes.containsKey(RETURN_RESULTS),
                timestamp,
                nonced ? nonces.getAsLong() : 0,
                priority,
                List.of());
    }

    private static MutationExtras ofParts(RowMutations mutations, LongSupplier nonces) {
        List<Part> parts = mutations.getMutations().stream()
                .map(m -> new Part(
                        MutationKind.of(m),
                        m.getDurability().ordinal(),
                        m.size(),
                        Batch.lengthOf(m),
                        ofMutation(m, nonces)))
                .toList();
        return new MutationExtras(0, false, HConstants.LATEST_TIMESTAMP, 0, mutations.getMaxPriority(), parts);
    }

    /** These with another timestamp. */
    MutationExtras at(long newTimestamp) {
        return new MutationExtras(attributeBytes, setsResults, newTimestamp, nonce, priority, parts);
    }

    /** These with other parts. */
    MutationExtras with(List<Part> newParts) {
        return new MutationExtras(attributeBytes, setsResults, timestamp, nonce, priority, List.copyOf(newParts));
    }
}
