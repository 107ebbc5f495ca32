package io.sluice.internal.batch;

import io.sluice.Append;
import io.sluice.HConstants;
import io.sluice.Increment;
import io.sluice.Mutation;
import io.sluice.Row;
import io.sluice.RowMutations;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Properties that few mutations have, kept apart so that a plain Put costs no object here.
 *
 * @param attributes operation attributes (TTL among them), copied from the mutation; the arrays belong to the batch
 * @param timestamp the mutation's own timestamp, {@link HConstants#LATEST_TIMESTAMP} for "now"; it matters only to a Delete
 *     without cells
 * @param nonce the number under which the server remembers an Increment or Append, so that a retry is not applied twice; 0
 *     for none
 * @param priority of the mutation, or the highest of the parts; {@link HConstants#PRIORITY_UNSET} for none
 * @param parts the mutations of a {@link MutationKind#ROW_MUTATIONS} entry in their order, else empty
 */
public record MutationExtras(
        Map<String, byte[]> attributes, long timestamp, long nonce, int priority, List<Part> parts) {

    /** Those of most mutations. */
    public static final MutationExtras NONE =
            new MutationExtras(Map.of(), HConstants.LATEST_TIMESTAMP, 0, HConstants.PRIORITY_UNSET, List.of());

    /**
     * One mutation of a {@link MutationKind#ROW_MUTATIONS} entry.
     *
     * @param kind Put, Delete, Increment or Append
     * @param durabilityCode {@code MutationProto.Durability} number
     * @param cellCount number of cells; 0 only for a Delete of the whole row
     * @param length bytes of the part in the entry: its cells, or the head that stands for them
     * @param extras attributes, timestamp and nonce of this part; its own parts are empty
     */
    public record Part(MutationKind kind, int durabilityCode, int cellCount, int length, MutationExtras extras) {}

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
        return new MutationExtras(copyOf(attributes), timestamp, nonced ? nonces.getAsLong() : 0, priority, List.of());
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
        return new MutationExtras(Map.of(), HConstants.LATEST_TIMESTAMP, 0, mutations.getMaxPriority(), parts);
    }

    /** These with another timestamp. */
    MutationExtras at(long newTimestamp) {
        return new MutationExtras(attributes, newTimestamp, nonce, priority, parts);
    }

    /** These with other parts. */
    MutationExtras with(List<Part> newParts) {
        return new MutationExtras(attributes, timestamp, nonce, priority, List.copyOf(newParts));
    }

    private static Map<String, byte[]> copyOf(Map<String, byte[]> attributes) {
        if (attributes.isEmpty()) {
            return Map.of();
        }
        Map<String, byte[]> copy = new LinkedHashMap<>();
        attributes.forEach((name, value) -> copy.put(name, value.clone()));
        return Collections.unmodifiableMap(copy);
    }
}
