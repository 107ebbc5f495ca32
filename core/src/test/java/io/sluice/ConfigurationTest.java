package io.sluice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ConfigurationTest {

    private final Configuration conf = new Configuration();

    private static InputStream xml(String... properties) {
        String text = "<configuration>\n" + String.join("\n", properties) + "\n</configuration>";
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String property(String name, String value) {
        return "<property><name>" + name + "</name><value>" + value + "</value></property>";
    }

    private static String finalProperty(String name, String value) {
        return "<property><name>" + name + "</name><value>" + value + "</value><final>true</final></property>";
    }

    @Test
    void get_absent_isNullOrDefault() {
        assertThat(conf.get("a")).isNull();
        assertThat(conf.get("a", "d")).isEqualTo("d");
        assertThat(conf.getRaw("a")).isNull();
        assertThat(conf.getTrimmed("a")).isNull();
        assertThat(conf.getTrimmed("a", "d")).isEqualTo("d");
        assertThat(conf.getStrings("a")).isNull();
        assertThat(conf.getStrings("a", "x", "y")).containsExactly("x", "y");
        assertThat(conf.getTrimmedStrings("a")).isEmpty();
        assertThat(conf.getInt("a", 7)).isEqualTo(7);
        assertThat(conf.getLong("a", 7)).isEqualTo(7);
        assertThat(conf.getDouble("a", 0.5)).isEqualTo(0.5);
        assertThat(conf.getBoolean("a", true)).isTrue();
        assertThat(conf.getTimeDuration("a", 7, TimeUnit.SECONDS)).isEqualTo(7);
        assertThat(conf.getPropertySources("a")).isNull();
    }

    @Test
    @SuppressWarnings("NullAway") // What a caller without null checks may do.
    void set_null_isRefused() {
        assertThatNullPointerException().isThrownBy(() -> conf.set("a", null)).withMessageContaining("value of a");
        assertThatNullPointerException().isThrownBy(() -> conf.set(null, "1")).withMessageContaining("name");
    }

    @Test
    void setters_writeWhatGettersRead() {
        conf.setInt("i", -3);
        conf.setLong("l", Long.MIN_VALUE);
        conf.setBoolean("b", true);
        conf.setStrings("s", "x", " y");
        conf.setIfUnset("i", "9");
        conf.setIfUnset("n", "9");

        assertThat(conf.getInt("i", 0)).isEqualTo(-3);
        assertThat(conf.getLong("l", 0)).isEqualTo(Long.MIN_VALUE);
        assertThat(conf.getBoolean("b", false)).isTrue();
        assertThat(conf.getStrings("s")).containsExactly("x", " y");
        assertThat(conf.getTrimmedStrings("s")).containsExactly("x", "y");
        assertThat(conf.getInt("n", 0)).isEqualTo(9);
        conf.unset("n");
        assertThat(conf.get("n")).isNull();
    }

    @Test
    void copy_isIndependent() {
        conf.addResource(xml(finalProperty("a", "1")), "first.xml");
        Configuration copy = new Configuration(conf);
        copy.set("b", "2");
        copy.addResource(xml(property("a", "9")), "second.xml");

        assertThat(conf.get("b")).isNull();
        assertThat(copy.get("a")).isEqualTo("1");
        assertThat(conf.getResources()).containsExactly("first.xml");
        assertThat(copy.getResources()).containsExactly("first.xml", "second.xml");
    }

    @ParameterizedTest
    @CsvSource({"10,10", "' 0x1F ',31", "-0x10,-16", "+5,5"})
    void getInt_number_isRead(String text, int expected) {
        conf.set("n", text);

        assertThat(conf.getInt("n", 0)).isEqualTo(expected);
        assertThat(conf.getLong("n", 0)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"abc", "1.5", "99999999999", "0x", "1 0"})
    void getInt_noNumber_namesKeyValueAndSource(String text) {
        conf.addResource(xml(property("other", "1"), property("hbase.client.retries.number", text)), "/etc/site.xml");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> conf.getInt("hbase.client.retries.number", 1))
                .withMessage("hbase.client.retries.number = '" + text
                        + "' is not a whole number of 32 bits (/etc/site.xml, line 3)");
    }

    @Test
    void getters_wrongKind_nameTheProgramAsSource() {
        conf.set("k", "x".repeat(1000));

        for (Runnable getter : List.<Runnable>of(
                () -> conf.getLong("k", 1),
                () -> conf.getDouble("k", 1),
                () -> conf.getBoolean("k", true),
                () -> conf.getTimeDuration("k", 1, TimeUnit.SECONDS))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(getter::run)
                    .withMessageStartingWith("k = 'xxxx")
                    .withMessageEndingWith("(set by the program)")
                    .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(250));
        }
    }

    @Test
    void getBoolean_anyCaseAndEmpty_isRead() {
        conf.set("t", " TRUE ");
        conf.set("f", "False");
        conf.set("e", "");

        assertThat(conf.getBoolean("t", false)).isTrue();
        assertThat(conf.getBoolean("f", true)).isFalse();
        assertThat(conf.getBoolean("e", true)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"5,5000", "5ms,5", "2s,2000", "3m,180000", "1h,3600000", "1D,86400000", "1999us,1", "-1s,-1000"})
    void getTimeDuration_unit_isConverted(String text, long millis) {
        conf.set("d", text);

        if (text.equals("5")) {
            assertThat(conf.getTimeDuration("d", 0, TimeUnit.SECONDS)).isEqualTo(5);
        } else {
            assertThat(conf.getTimeDuration("d", 0, TimeUnit.MILLISECONDS)).isEqualTo(millis);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"5w", "s", "", "1.5s", "5 s"})
    void getTimeDuration_malformed_isRefused(String text) {
        conf.set("d", text);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> conf.getTimeDuration("d", 0, TimeUnit.MILLISECONDS))
                .withMessageStartingWith("d = '" + text + "' is not a time span");
    }

    @Test
    void addResource_later_winsUnlessFinalOrSet() {
        conf.set("set", "program");
        conf.addResource(xml(property("a", "1"), finalProperty("f", "1"), property("set", "1")), "one.xml");
        conf.addResource(xml(property("a", "2"), property("f", "2"), property("set", "2")), "two.xml");

        assertThat(conf.get("a")).isEqualTo("2");
        assertThat(conf.get("f")).isEqualTo("1");
        assertThat(conf.get("set")).isEqualTo("program");
        assertThat(conf.getPropertySources("a")).containsExactly("two.xml, line 2");
        assertThat(conf.getPropertySources("f")).containsExactly("one.xml, line 3");
        conf.set("f", "3");
        assertThat(conf.get("f")).isEqualTo("3");
    }

    @Test
    void addResource_malformed_changesNothing() {
        InputStream broken = new ByteArrayInputStream(
                ("<configuration>" + property("a", "1") + "<property>").getBytes(StandardCharsets.UTF_8));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> conf.addResource(broken, "broken.xml"))
                .withMessageContaining("broken.xml, line 1, column");
        assertThat(conf.get("a")).isNull();
        assertThat(conf.getResources()).isEmpty();
    }

    @Test
    void addResource_pathUrlAndClassPath_areRead(@TempDir Path dir) throws IOException {
        Path file = dir.resolve("site.xml");
        try (InputStream in = xml(property("a", "1"))) {
            Files.copy(in, file);
        }
        conf.addResource(file);
        assertThat(conf.getPropertySources("a")).containsExactly(file + ", line 2");

        Configuration fromUrl = new Configuration();
        fromUrl.addResource(file.toUri().toURL());
        assertThat(fromUrl.getInt("a", 0)).isEqualTo(1);

        Configuration fromClassPath = new Configuration();
        fromClassPath.addResource("hbase-default.xml");
        assertThat(fromClassPath.get("hbase.client.keyvalue.maxsize")).isEqualTo("10485760");
    }

    @Test
    void addResource_missing_isNamed(@TempDir Path dir) {
        Path file = dir.resolve("no.xml");

        assertThatExceptionOfType(UncheckedIOException.class)
                .isThrownBy(() -> conf.addResource(file))
                .withMessageContaining(file.toString());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> conf.addResource("no-such-resource.xml"))
                .withMessageContaining("no-such-resource.xml is not on the class path");
    }

    @Test
    void deprecatedName_standsForTheNewOne() {
        conf.addResource(xml(property("hbase.client.pause.cqtbe", "300")), "old.xml");

        assertThat(conf.getInt("hbase.client.pause.server.overloaded", 0)).isEqualTo(300);
        assertThat(conf.getInt("hbase.client.pause.cqtbe", 0)).isEqualTo(300);
    }

    @Test
    void get_variables_areReplacedWhenRead() {
        conf.set("host", "h1");
        conf.set("server", "${host}:${port}");
        assertThat(conf.get("server")).isEqualTo("h1:${port}");
        conf.set("port", "16020");

        assertThat(conf.get("server")).isEqualTo("h1:16020");
        assertThat(conf.getRaw("server")).isEqualTo("${host}:${port}");
        assertThat(conf.get("none", "${host}")).isEqualTo("h1");
    }

    @Test
    void get_tooDeep_isRefused() {
        conf.set("deep", "${x}".repeat(21));
        conf.set("x", "1");

        assertThatIllegalStateException()
                .isThrownBy(() -> conf.get("deep"))
                .withMessageContaining("depth too large: more than 20");
    }

    @Test
    void iterator_isASortedCopyOfRawValues() {
        conf.set("b", "${a}");
        conf.set("a", "1");

        List<Map.Entry<String, String>> entries = new ArrayList<>();
        conf.forEach(entries::add);

        assertThat(entries).containsExactly(Map.entry("a", "1"), Map.entry("b", "${a}"));
        assertThat(conf.toString()).doesNotContain("1");
    }

    @Test
    void setAndIterate_fromManyThreads_losesNothing() throws InterruptedException {
        int threads = 4;
        int keys = 200;
        CountDownLatch start = new CountDownLatch(1);
        AtomicReference<Throwable> failure = new AtomicReference<>();
        List<Thread> workers = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            int id = t;
            Thread worker = new Thread(() -> {
                try {
                    start.await();
                    for (int k = 0; k < keys; k++) {
                        conf.setInt(id + "." + k, k);
                        conf.iterator()
                                .forEachRemaining(
                                        entry -> assertThat(entry.getValue()).isNotEmpty());
                    }
                } catch (InterruptedException | RuntimeException | AssertionError e) {
                    failure.set(e);
                }
            });
            workers.add(worker);
            worker.start();
        }
        start.countDown();
        for (Thread worker : workers) {
            worker.join();
        }

        assertThat(failure.get()).isNull();
        assertThat(conf).hasSize(threads * keys);
    }
}
