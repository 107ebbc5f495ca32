package io.sluice.connectors.flink;

import io.sluice.Row;
import io.sluice.connectors.BadRecordException;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Makes a mutation from an element of a stream. Each subtask of the sink has its own copy, which one thread uses.
 *
 * @param <T> type of the elements
 */
@FunctionalInterface
public interface SluiceSerializer<T> extends Serializable {
    /**
     * Makes the mutation. To have one version of each cell even if the job repeats elements after a failure, set the
     * timestamp of cells, for instance to that of the element.
     *
     * @param element not null, unless the stream contains nulls
     * @param timestamp of the element in milliseconds since 1970, or null if it has none
     * @return a {@link io.sluice.Mutation} or {@link io.sluice.RowMutations}, or null to write nothing
     * @throws BadRecordException if the element cannot be written; the error policy of the sink then applies
     */
    @Nullable Row serialize(T element, @Nullable Long timestamp) throws BadRecordException;

    /**
     * Called once before the first element.
     *
     * @throws IllegalArgumentException if its settings are invalid; the job fails
     */
    default void open() {}
}
