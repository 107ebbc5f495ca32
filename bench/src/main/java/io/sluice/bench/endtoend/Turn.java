package io.sluice.bench.endtoend;

import io.sluice.bench.writer.Series;
import java.util.List;

/**
 * What one JVM of each client measured in all situations. It is kept as a whole: JVMs that were ended cannot be as warm
 * again.
 */
record Turn(List<Measured> measured) {

    /**
     * What a client measured in a situation.
     *
     * @param situation its label
     * @param client its title
     */
    record Measured(String situation, String client, List<Series.Round> rounds) {}

    /** The rounds of a client in a situation. */
    List<Series.Round> rounds(String situation, String client) {
        return measured.stream()
                .filter(each ->
                        each.situation().equals(situation) && each.client().equals(client))
                .flatMap(each -> each.rounds().stream())
                .toList();
    }
}
