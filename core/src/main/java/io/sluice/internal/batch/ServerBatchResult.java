package io.sluice.internal.batch;

import io.sluice.internal.retry.ErrorMeaning;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of the mutations of one request: all acknowledged, some refused, or the request failed as a whole. Positions
 * are those of {@link ServerBatch}: 0 to {@code mutationCount() - 1}.
 */
public final class ServerBatchResult {
    private static final ServerBatchResult ACKNOWLEDGED = new ServerBatchResult(null, null, null, 0);

    private final @Nullable Throwable failure;
    /** Of the failure. */
    private final @Nullable ErrorMeaning meaning;

    private final @Nullable Throwable @Nullable [] errors;
    private final int pressure;

    private ServerBatchResult(
            @Nullable Throwable failure,
            @Nullable ErrorMeaning meaning,
            @Nullable Throwable @Nullable [] errors,
            int pressure) {
        this.failure = failure;
        this.meaning = meaning;
        this.errors = errors;
        this.pressure = pressure;
    }

    /** Every mutation was acknowledged. */
    public static ServerBatchResult acknowledged() {
        return ACKNOWLEDGED;
    }

    /**
     * The server answered for each mutation.
     *
     * @param errors one slot a position, null where the mutation was acknowledged; belongs to the result from now on
     */
    public static ServerBatchResult answered(@Nullable Throwable[] errors) {
        return new ServerBatchResult(null, null, errors, 0);
    }

    /**
     * The request failed as a whole.
     *
     * @param sent whether the server may have the request: true once a byte of it was written
     */
    public static ServerBatchResult failed(Throwable failure, boolean sent) {
        return failed(failure, ErrorMeaning.ofCall(failure, sent));
    }

    /** The request failed as a whole. */
    public static ServerBatchResult failed(Throwable failure, ErrorMeaning meaning) {
        return new ServerBatchResult(failure, meaning, null, 0);
    }

    /** The same, with the pressure on the regions: see {@link #pressure}. */
    public ServerBatchResult withPressure(int percent) {
        return percent == pressure ? this : new ServerBatchResult(failure, meaning, errors, percent);
    }

    /**
     * Pressure in percent of the region with the highest pressure, by memstore, heap and compactions, as the server reports
     * it when its {@code hbase.client.backpressure.enabled} is true; 0 if it does not.
     */
    public int pressure() {
        return pressure;
    }

    /** The failure of the whole request, or null when the server answered. */
    public @Nullable Throwable failure() {
        return failure;
    }

    /** The error of the mutation at a position, or null when it was acknowledged. */
    public @Nullable Throwable error(int position) {
        if (failure != null) {
            return failure;
        }
        return errors == null ? null : errors[position];
    }

    /** What the error of the mutation at a position means; it must have one. */
    ErrorMeaning meaning(int position) {
        return meaning != null ? meaning : ErrorMeaning.inAnswer(Objects.requireNonNull(error(position)));
    }

    /**
     * Whether all mutations in a range of positions were acknowledged; also false if the server's answer does not mention
     * them.
     */
    boolean isAcknowledged(int from, int to) {
        return errors != null
                && to <= errors.length
                && Arrays.stream(errors, from, to).allMatch(Objects::isNull);
    }

    /** Whether less should be sent to the server: see {@link ErrorMeaning#saysOverload}. */
    boolean saysOverload() {
        if (errors == null) {
            return meaning != null && meaning.saysOverload();
        }
        for (Throwable error : errors) {
            if (error != null && ErrorMeaning.inAnswer(error).saysOverload()) {
                return true;
            }
        }
        return false;
    }

    public boolean isAcknowledged() {
        return failure == null && errors == null;
    }

    /** What the failure of the whole request means, or null when the server answered. */
    public @Nullable ErrorMeaning meaning() {
        return meaning;
    }
}
