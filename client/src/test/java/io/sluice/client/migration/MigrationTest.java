package io.sluice.client.migration;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Member;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MigrationTest {
    @TempDir
    Path folder = Path.of("");

    @ParameterizedTest
    @ValueSource(strings = {"AsyncWriter", "SyncWriter"})
    void program_ofHbaseClient_compilesWithoutHBase(String program) throws Exception {
        Migration migration = new Migration(folder);
        Path source = migration.copy(program);
        Migration.Run run = Migration.script(source.toString());
        assertThat(run.output()).contains("changed").doesNotContain("left");
        assertThat(run.exitCode()).isZero();
        assertThat(Files.readString(source)).doesNotContain("org.apache");
        assertThat(migration.compiled(source)).isNotNull();
    }

    @Test
    void table_bothSides_exist() throws Exception {
        List<String> rows = Files.readAllLines(Migration.SCRIPT).stream()
                .filter(line -> line.startsWith("org.apache.hadoop."))
                .toList();
        assertThat(rows).hasSizeGreaterThan(40).allSatisfy(row -> {
            String[] names = row.split(" ", -1);
            assertThat(names).hasSize(2);
            assertThat(Class.forName(names[0], false, getClass().getClassLoader()))
                    .isNotNull();
            assertThat(Class.forName(names[1], false, getClass().getClassLoader()))
                    .isNotNull();
        });
    }

    @Test
    void check_changesNothing_andSaysWhatWould() throws Exception {
        Path source = new Migration(folder).copy("SyncWriter");
        String before = Files.readString(source);
        Migration.Run run = Migration.script("--check", folder.toString());
        assertThat(run.output()).contains("changed  " + source);
        assertThat(Files.readString(source)).isEqualTo(before);
    }

    @Test
    void reads_areLeft_andPrintedWithTheirLines() throws Exception {
        Path source = Files.writeString(folder.resolve("Reader.java"), """
                import org.apache.hadoop.hbase.client.PutBuilder;
                import org.apache.hadoop.hbase.client.Scan;
                class Reader { Object read(org.apache.hadoop.hbase.client.Connection c) { return c.getAdmin(); } }
                """);
        Migration.Run run = Migration.script(source.toString());
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.output())
                .contains(":1:import org.apache.hadoop.hbase.client.PutBuilder;")
                .contains(":2:import org.apache.hadoop.hbase.client.Scan;")
                .contains(":3:class Reader { Object read(io.sluice.client.Connection c)");
    }

    @Test
    void members_thatAreNotHere_areLeft_andNoOthers() throws Exception {
        Path source = Files.writeString(folder.resolve("Words.java"), """
                import java.math.BigDecimal;
                import org.apache.hadoop.hbase.HConstants;
                import org.apache.hadoop.hbase.util.Bytes;
                class Words {
                    int number = Bytes.readAsInt(new byte[4], 0, 4) + Bytes.toInt(new byte[4]);
                    int big = Bytes.SIZEOF_INT + Bytes.putLong(new byte[8], 0, 1);
                    BigDecimal price = BigDecimal.ONE;
                    byte[] cents = Bytes.toBytes(price);
                    byte[] text = Bytes.toBytes("price");
                    byte[] tax = Bytes.toBytes(new BigDecimal("0.2"));
                    long latest = HConstants.LATEST_TIMESTAMP;
                    String key = HConstants.ZOOKEEPER_QUORUM;
                    Class<?> type = Bytes.class;
                }
                """);
        Migration.Run run = Migration.script(source.toString());
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.output().lines().filter(line -> line.startsWith("left ")))
                .map(line -> line.replaceAll(".*Words.java:([0-9]+):.*", "$1"))
                .containsExactly("5", "12");
    }

    @Test
    void members_ofTheScript_areThoseOfTheTypes() throws Exception {
        Map<String, Set<String>> listed = new TreeMap<>();
        for (String line : Files.readAllLines(Migration.SCRIPT)) {
            String[] words = line.split(" ", -1);
            if (words[0].startsWith("io.sluice.")) {
                listed.computeIfAbsent(words[0], type -> new TreeSet<>())
                        .addAll(List.of(words).subList(1, words.length));
            }
        }
        assertThat(listed).containsKeys("io.sluice.Bytes", "io.sluice.HConstants");
        for (Map.Entry<String, Set<String>> type : listed.entrySet()) {
            Class<?> found = Class.forName(type.getKey());
            assertThat(type.getValue())
                    .as(type.getKey())
                    .isEqualTo(Stream.<Member>concat(Stream.of(found.getFields()), Stream.of(found.getMethods()))
                            .filter(member -> Modifier.isStatic(member.getModifiers()))
                            .map(Member::getName)
                            .collect(Collectors.toCollection(TreeSet::new)));
        }
    }

    @Test
    void usage_withoutFiles_isTwo() throws Exception {
        assertThat(Migration.script().exitCode()).isEqualTo(2);
        assertThat(Migration.script("/no/such/file").exitCode()).isEqualTo(2);
    }
}
