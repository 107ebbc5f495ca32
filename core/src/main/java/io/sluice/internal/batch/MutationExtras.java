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
 * @param parts the mutations of a {@link MutationKind#ROW_MUTATIONS} entry in their order, else empty
 */
public record MutationExtras(Map<String, byte[]> attributes, long timestamp, long nonce, List<Part> parts) {

    /** Those of most mutations. */
    public static final MutationExtras NONE = new MutationExtras(Map.of(), HConstants.LATEST_TIMESTAMP, 0, List.of());

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
        return row instanceof Mutation mutation
                ? ofMutation(mutation, nonces)
                : ofParts(((RowMutations) row).getMutations(), nonces);
    }

    private static MutationExtras ofMutation(Mutation mutation, LongSupplier nonces) {
        boolean cellLess = mutation.size() == 0;
        boolean nonced = mutation instanceof Increment || mutation instanceof Append;
        Map<String, byte[]> attributes = mutation.getAttributesMap();
        if (!cellLess && !nonced && attributes.isEmpty()) {
            return NONE;
        }
        long timestamp = cellLess ? mutation.getTimestamp() : HConstants.LATEST_TIMESTAMP;
        return new MutationExtras(copyOf(attributes), timestamp, nonced ? nonces.getAsLong() : 0, List.of());
    }

    private static MutationExtras ofParts(List<Mutation> mutations, LongSupplier nonces) {
        List<Part> parts = mutations.stream()
                .map(m -> new Part(
                        MutationKind.of(m),
                        m.getDurability().ordinal(),
                        m.size(),
                        Batch.lengthOf(m),
                        ofMutation(m, nonces)))
                .toList();
        return new MutationExtras(Map.of(), HConstants.LATEST_TIMESTAMP, 0, parts);
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
