package io.sluice.bench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.bench.run.Measured.Spread;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.annotations.Mode;

class SamplesTest {
    private static final Measured MEASURED =
            new Measured(spread(1, 2), new Spread(Double.NaN, 0, 0, List.of()), spread(3));

    @TempDir
    private Path folder;

    private Path file;
    private int measurements;

    @BeforeEach
    void create() {
        file = folder.resolve("put.samples");
    }

    @Test
    void get_afterAnInterruption_measuresOnlyWhatIsMissing() throws IOException {
        Samples before = Samples.in(file, "build 1");
        assertThat(measure(before, "a")).isEqualTo(MEASURED);
        assertThat(before.sittings()).isEqualTo(1);
        Samples after = Samples.in(file, "build 1");
        assertThat(measure(after, "a")).isEqualTo(MEASURED);
        assertThat(measurements).isEqualTo(1);
        assertThat(measure(after, "b")).isEqualTo(MEASURED);
        assertThat(measurements).isEqualTo(2);
        assertThat(after.sittings()).isEqualTo(2);
    }

    @Test
    void sittings_oneThatKeptNoSample_isNotCounted() throws IOException {
        Samples unused = Samples.in(file, "build 1");
        Samples first = Samples.in(file, "build 1");
        assertThat(first.sittings()).isEqualTo(1);
        measure(first, "a");
        unused = Samples.in(file, "build 1");
        assertThat(Samples.in(file, "build 1").sittings()).isEqualTo(2);
    }

    @Test
    void get_afterAnotherBuildWasMeasured_measuresAgain() throws IOException {
        measure(Samples.in(file, "build 1"), "a");
        Samples other = Samples.in(file, "build 2");
        measure(other, "a");
        assertThat(measurements).isEqualTo(2);
        assertThat(other.sittings()).isEqualTo(1);
        measure(Samples.in(file, "build 1"), "a");
        assertThat(measurements).isEqualTo(3);
    }

    @Test
    void get_afterTheLastLineWasTorn_measuresThatSampleAgain() throws IOException {
        Samples before = Samples.in(file, "build 1");
        measure(before, "a");
        measure(before, "b");
        String lines = Files.readString(file);
        Files.writeString(file, lines.substring(0, lines.length() - 5));
        Samples after = Samples.in(file, "build 1");
        measure(after, "a");
        assertThat(measurements).isEqualTo(2);
        measure(after, "b");
        assertThat(measurements).isEqualTo(3);
        Samples last = Samples.in(file, "build 1");
        measure(last, "a");
        measure(last, "b");
        assertThat(measurements).isEqualTo(3);
    }

    @Test
    void get_afterALineThatIsNoSample_ignoresIt() throws IOException {
        Files.writeString(file, "{]");
        measure(Samples.in(file, "build 1"), "a");
        measure(Samples.in(file, "build 1"), "a");
        assertThat(measurements).isEqualTo(1);
    }

    @Test
    void get_ifTheMeasurementFails_keepsNothing() throws IOException {
        Samples samples = Samples.in(file, "build 1");
        assertThatThrownBy(() -> samples.get("a", Measured.class, () -> {
                    throw new IllegalStateException("failed on purpose");
                }))
                .hasMessage("failed on purpose");
        measure(samples, "a");
        assertThat(measurements).isEqualTo(1);
    }

    @Test
    void get_ifTheSampleCannotBeKept_fails() throws IOException {
        Samples samples = Samples.in(file, "build 1");
        samples.delete();
        Files.createDirectory(file);
        assertThatThrownBy(() -> measure(samples, "a")).isInstanceOf(UncheckedIOException.class);
    }

    @Test
    void delete_andNotKept_leaveNoFile() throws IOException {
        Samples samples = Samples.in(file, "build 1");
        measure(samples, "a");
        samples.delete();
        assertThat(folder).isEmptyDirectory();
        Samples none = Samples.notKept();
        measure(none, "a");
        measure(none, "a");
        none.delete();
        assertThat(measurements).isEqualTo(3);
        assertThat(folder).isEmptyDirectory();
    }

    /** There is no benchmark of this plan, so it cannot run. */
    @Test
    void jmhSession_runsNothingThatWasMeasuredBefore() throws IOException {
        Samples before = Samples.in(file, "build 1");
        measure(before, "run 1: SamplesTest {a=1, b=2, c=3}, 4 threads");
        Plan plan = new Plan(
                SamplesTest.class, Mode.AverageTime, TimeUnit.NANOSECONDS, 4, Map.of("c", "3", "a", "1", "b", "2"));
        JmhSession session = new JmhSession(Effort.SMOKE, Samples.in(file, "build 1"));
        assertThat(session.run(plan)).isEqualTo(MEASURED);
        assertThat(session.run(plan)).isEqualTo(Measured.FAILED);
    }

    private Measured measure(Samples samples, String key) throws IOException {
        return samples.get(key, Measured.class, () -> {
            measurements++;
            return MEASURED;
        });
    }

    private static Spread spread(double... samples) {
        List<Double> all = Arrays.stream(samples).boxed().toList();
        return new Spread(all.get(0), all.get(0), all.get(all.size() - 1), all);
    }
}
