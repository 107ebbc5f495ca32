package io.sluice.client.internal.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.sluice.FlushReason;
import io.sluice.TableName;
import io.sluice.internal.metrics.Causes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Holds docs/metrics.md against what is registered, both ways. */
class MetricsDocTest {
    private static final Path DOC = Path.of("../docs/metrics.md");
    private static final Pattern ROW =
            Pattern.compile("^\\| `(sluice\\.[a-z.]+)` \\| ([a-z]+) \\| ([a-z]*) \\| ([a-z, ]*) \\| (.+) \\|$");

    /** What a row says beside its meaning. */
    private record Kind(String type, String unit, Set<String> tags) {}

    private static Map<String, Kind> documented() throws IOException {
        Map<String, Kind> kinds = new TreeMap<>();
        for (String line : Files.readAllLines(DOC)) {
            Matcher row = ROW.matcher(line);
            if (row.matches()) {
                Set<String> tags = Arrays.stream(row.group(4).split(", *"))
                        .filter(tag -> !tag.isEmpty())
                        .collect(Collectors.toSet());
                assertThat(kinds.put(row.group(1), new Kind(row.group(2), row.group(3), tags)))
                        .as("%s stands there once", row.group(1))
                        .isNull();
            }
        }
        return kinds;
    }

    private static Map<String, Kind> registered() {
        ClientView view = FakeView.create();
        var unusedTable = view.numbers().table(TableName.valueOf("t"));
        var unusedServer = view.numbers().server("rs1:16020");
        ConnectionMetrics metrics = new ConnectionMetrics(view);
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        Runnable unbind = metrics.bind(registry);
        Map<String, Kind> kinds = new TreeMap<>();
        for (Meter meter : registry.getMeters()) {
            Meter.Id id = meter.getId();
            Set<String> tags = id.getTags().stream().map(Tag::getKey).collect(Collectors.toSet());
            assertThat(tags).as(id.getName()).contains("connection");
            tags.remove("connection");
            Kind kind = new Kind(type(meter), unit(meter), tags);
            Kind before = kinds.put(id.getName(), kind);
            assertThat(before == null || before.equals(kind))
                    .as("%s is the same everywhere", id.getName())
                    .isTrue();
        }
        unbind.run();
        var unused = metrics.closeAsync();
        return kinds;
    }

    private static String type(Meter meter) {
        if (meter instanceof FunctionCounter) {
            return "counter";
        }
        return meter instanceof FunctionTimer ? "timer" : "gauge";
    }

    private static String unit(Meter meter) {
        if (meter instanceof FunctionTimer || meter instanceof TimeGauge) {
            return "seconds";
        }
        String unit = meter.getId().getBaseUnit();
        return unit == null ? "" : unit;
    }

    @Test
    void documentedMeters_areTheRegisteredOnes() throws IOException {
        assertThat(documented()).hasSizeGreaterThan(50).isEqualTo(registered());
    }

    @Test
    void valuesOfTags_areDocumented() throws IOException {
        String text = Files.readString(DOC);
        assertThat(Causes.names()).allSatisfy(name -> assertThat(text).contains("`" + name + "`"));
        for (FlushReason reason : FlushReason.values()) {
            assertThat(text).contains("`" + reason.name().toLowerCase(java.util.Locale.ROOT) + "`");
        }
    }
}
