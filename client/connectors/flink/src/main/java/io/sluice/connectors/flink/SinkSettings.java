package io.sluice.connectors.flink;

import io.sluice.connectors.ErrorPolicy;
import java.io.Serializable;
import java.util.HashMap;
import org.jspecify.annotations.Nullable;

/**
 * The settings with which a subtask opens its writer.
 *
 * @param table name of the table
 * @param client settings of the client
 * @param errors policy for elements that cannot be written
 * @param deadLetterFolder folder for dead letters; null unless the policy is {@link ErrorPolicy#DEAD_LETTER}
 */
record SinkSettings(
        String table,
        HashMap<String, String> client,
        ErrorPolicy errors,
        @Nullable String deadLetterFolder) implements Serializable {}
