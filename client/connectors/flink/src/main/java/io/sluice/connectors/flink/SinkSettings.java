package io.sluice.connectors.flink;

import io.sluice.connectors.ErrorPolicy;
import java.io.Serializable;
import java.util.HashMap;
import org.jspecify.annotations.Nullable;

/**
 * What a subtask needs to open its writer.
 *
 * @param table name of the table
 * @param client settings of the client
 * @param errors what happens to elements that cannot be written
 * @param deadLetterFolder where dead letters go; null unless the policy is {@link ErrorPolicy#DEAD_LETTER}
 */
record SinkSettings(
        String table,
        HashMap<String, String> client,
        ErrorPolicy errors,
        @Nullable String deadLetterFolder) implements Serializable {}
