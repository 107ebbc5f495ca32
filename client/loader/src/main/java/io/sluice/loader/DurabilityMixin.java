package io.sluice.loader;

import io.sluice.Durability;
import picocli.CommandLine.Option;

/** The option that says how safe a row must be before it is acknowledged. */
@SuppressWarnings("NullAway.Init") // picocli sets the field.
final class DurabilityMixin {
    @Option(
            names = "--durability",
            paramLabel = "NAME",
            defaultValue = "USE_DEFAULT",
            description = "${COMPLETION-CANDIDATES}; default: ${DEFAULT-VALUE}, what the table says")
    private Durability durability;

    Durability value() {
        return durability;
    }
}
