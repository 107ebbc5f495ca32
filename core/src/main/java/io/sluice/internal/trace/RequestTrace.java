package io.sluice.internal.trace;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One request to one server. */
public interface RequestTrace {

    /** What the server is told of it, such as {@code traceparent}; empty for nothing. */
    Map<String, String> headers();

    /**
     * Its outcome is known.
     *
     * @param failures mutations that were not acknowledged
     * @param error the first of their errors, or null
     */
    void answered(int failures, @Nullable Throwable error);
}
