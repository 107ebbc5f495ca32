package io.sluice.internal.trace;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One request to one server. */
public interface RequestTrace {

    /** Headers for the server, such as {@code traceparent}; may be empty. */
    Map<String, String> headers();

    /**
     * Its outcome is known.
     *
     * @param failures mutations that were not acknowledged
     * @param error the first of their errors, or null
     */
    void answered(int failures, @Nullable Throwable error);
}
