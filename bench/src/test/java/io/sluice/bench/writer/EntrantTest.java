package io.sluice.bench.writer;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.Gson;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;

class EntrantTest {
    private static final Entrant TUNED = new Entrant(Contender.ASYNCHBASE, Map.of("hbase.rpcs.batch.size", "4096"));

    private static int window(Map<String, String> settings, int valueBytes) {
        Target target = new Target("t", Map.of(), 1);
        return new Writer.Setup(target, new Load(1, valueBytes, true), settings, Duration.ofMillis(1)).windowPuts();
    }

    @Test
    void title_settings_tellTheTunedFromTheDefaults() {
        assertThat(TUNED.title()).isEqualTo("asynchbase, tuned");
        assertThat(Entrant.withDefaults(Contender.ASYNCHBASE).title()).isEqualTo("asynchbase");
        assertThat(Entrant.isOf(Contender.ASYNCHBASE, TUNED.title())).isTrue();
        assertThat(Entrant.isOf(Contender.SLUICE, Contender.SLUICE_FUTURES.title()))
                .as("begins with the same word")
                .isFalse();
    }

    @Test
    void asJson_isTheSame() {
        Gson gson = new Gson();
        assertThat(gson.fromJson(gson.toJson(TUNED), Entrant.class)).isEqualTo(TUNED);
    }

    @Test
    void best_keptSettings_areThoseOfTheContender() {
        Properties kept = new Properties();
        kept.setProperty("ASYNCHBASE.hbase.rpcs.batch.size", "4096");
        kept.setProperty("HBASE_ASYNC.window.puts", "5");
        assertThat(BestSettings.of(Contender.ASYNCHBASE, kept)).isEqualTo(TUNED.settings());
        assertThat(BestSettings.of(Contender.HBASE_SYNC, kept)).isEmpty();
    }

    @Test
    void all_contenders_beginWithTheDefaultsOfEach() {
        List<Entrant> all = Entrant.all(List.of(Contender.SLUICE, Contender.ASYNCHBASE));
        assertThat(all)
                .startsWith(Entrant.withDefaults(Contender.SLUICE))
                .contains(Entrant.withDefaults(Contender.ASYNCHBASE));
    }

    @Test
    void windowPuts_largeValues_areEqualBytes() {
        assertThat(window(Map.of(), 100)).isEqualTo(100_000);
        assertThat(window(Map.of(), 1_000)).isEqualTo(58_052);
        assertThat(window(Map.of(Entrant.WINDOW, "700"), 1_000)).isEqualTo(700);
    }

    @Test
    void mostResidentBytes_statusOfAProcess_isItsHighWaterMark() {
        assertThat(ProcessMemory.mostResidentBytes(List.of("VmPeak:\t 9 kB", "VmHWM:\t   1024 kB", "VmRSS:\t 5 kB")))
                .isEqualTo(1 << 20);
    }
}
