package io.sluice;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Hadoop's own {@code Configuration} says what is right. */
final class ConfigurationOracleTest {
    private static final List<String> PIECES = List.of(
            "${a}",
            "${b}",
            "${c}",
            "${d}",
            "$",
            "{",
            "}",
            "${",
            "text",
            " ",
            "${ a}",
            "${}",
            "$${a}",
            "${${b}}",
            "${user.name}",
            "${env.HOME}",
            "${env.NO_SUCH_NAME}",
            "${env.NO_SUCH_NAME:-x}",
            "${env.NO_SUCH_NAME-y}",
            "${env.HOME:-z}",
            "${env.}",
            "${env.-}",
            "${env.NO_SUCH_NAME:x-y}",
            "${unknown}");

    private final org.apache.hadoop.conf.Configuration theirs = new org.apache.hadoop.conf.Configuration(false);
    private final Configuration ours = new Configuration();

    static LongStream seeds() {
        return LongStream.range(0, 200);
    }

    private static String randomValue(Random random) {
        StringBuilder value = new StringBuilder();
        int pieces = random.nextInt(4);
        for (int i = 0; i < pieces; i++) {
            value.append(PIECES.get(random.nextInt(PIECES.size())));
        }
        return value.toString();
    }

    @ParameterizedTest(name = "seed={0}")
    @MethodSource("seeds")
    void get_randomExpressions_areExpandedAlike(long seed) {
        Random random = new Random(seed);
        for (String key : List.of("a", "b", "c", "d")) {
            String value = randomValue(random);
            theirs.set(key, value);
            ours.set(key, value);
        }

        for (String key : List.of("a", "b", "c", "d")) {
            assertThat(valueOrError(() -> ours.get(key)))
                    .as("%s = %s", key, ours.getRaw(key))
                    .isEqualTo(valueOrError(() -> theirs.get(key)));
        }
    }

    private static String valueOrError(java.util.function.Supplier<String> getter) {
        try {
            return getter.get();
        } catch (IllegalStateException e) {
            return "too deep";
        }
    }

    @ParameterizedTest(name = "seed={0}")
    @MethodSource("seeds")
    void addResource_randomResources_winAlike(long seed) {
        Random random = new Random(seed);
        for (int step = 0; step < 8; step++) {
            String key = "k" + random.nextInt(3);
            if (random.nextInt(4) == 0) {
                theirs.set(key, "set" + step);
                ours.set(key, "set" + step);
            } else {
                byte[] xml = randomXml(random, step).getBytes(StandardCharsets.UTF_8);
                theirs.addResource(new ByteArrayInputStream(xml), "r" + step);
                ours.addResource(new ByteArrayInputStream(xml), "r" + step);
            }
        }

        for (String key : List.of("k0", "k1", "k2")) {
            assertThat(ours.get(key)).as(key).isEqualTo(theirs.get(key));
        }
    }

    private static String randomXml(Random random, int step) {
        StringBuilder xml = new StringBuilder("<configuration>");
        for (int i = 0; i < 3; i++) {
            xml.append("<property><name>k").append(random.nextInt(3)).append("</name>");
            if (random.nextInt(6) > 0) {
                xml.append("<value> v").append(step).append('.').append(i).append("</value>");
            }
            if (random.nextInt(5) == 0) {
                xml.append("<final>true</final>");
            }
            xml.append("</property>");
        }
        return xml.append("</configuration>").toString();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "15", "15ns", "1500us", "15ms", "15s", "15m", "15h", "15d", "15S", " 15s ", "-3s"})
    void getTimeDuration_isReadAlike(String text) {
        theirs.set("d", text);
        ours.set("d", text);

        assertThat(ours.getTimeDuration("d", 1, TimeUnit.MILLISECONDS))
                .isEqualTo(theirs.getTimeDuration("d", 1, TimeUnit.MILLISECONDS));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a,b", "", ",", "a,,b", " a , b ", "a", ",a", "a,,", ",,a,,b,,", " "})
    void getStrings_areSplitAlike(String text) {
        theirs.set("s", text);
        ours.set("s", text);

        assertThat(ours.getStrings("s")).isEqualTo(theirs.getStrings("s"));
        assertThat(ours.getTrimmedStrings("s")).isEqualTo(theirs.getTrimmedStrings("s"));
    }
}
