package io.sluice.loader;

import io.sluice.Durability;
import picocli.CommandLine.Option;

/** The option for the durability of rows. */
@SuppressWarnings("NullAway.Init") // picocli sets the field.
final class DurabilityMixin {
    @Option(
            names = "--durability",
            paramLabel = "NAME",
            defaultValue = "USE_DEFAULT",
            description = "${COMPLETION-CANDIDATES}; default: ${DEFAULT-VALUE}, the table's setting")
    private Durability durability;

    Durability value() {
        return durability;
    }
}
