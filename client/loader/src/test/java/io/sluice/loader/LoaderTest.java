package io.sluice.loader;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.Bytes;
import io.sluice.RowSalt;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class LoaderTest {
    @TempDir
    Path folder = Path.of("");

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @ParameterizedTest
    @ValueSource(strings = {"", "load", "replay", "key", "regions", "doctor", "completion"})
    void help_ofEachCommand_isThere(String command) {
        assertThat(run((command + " --help").strip().split(" "))).isZero();
        assertThat(out.toString()).contains("Usage: sluice", "--help", "Exit codes:", "130");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nonsense",
                "load --table t --row-key {a}",
                "load --table t --row-key {a} - FILE",
                "load --table t --row-key {a} --checkpoint FILE.c -",
                "load --table t --row-key {a} FILE FILE",
                "load --table t --row-key {a} FILE.none*",
                "load --table t --row-key {a} FILE[",
                "load --table t --row-key {a} --rejects FILE FILE",
                "load --table t --row-key {a} --rejects /no/such/folder/r FILE",
                "load --table t FILE",
                "load --row-key {a} FILE",
                "load --table t --row-key {b} --dry-run FILE",
                "load --table t --row-key {a FILE",
                "load --table : --row-key {a} FILE",
                "load --table t --row-key {a} --map a=d:q:nonsense:int:x= --map a=d FILE",
                "load --table t --row-key {a} --map x FILE",
                "load --table t --row-key {a} --salt 1 FILE",
                "load --table t --row-key {a} --threads 0 FILE",
                "load --table t --row-key {a} --rate -1 FILE",
                "load --table t --row-key {a} --delimiter ab FILE",
                "load --table t --row-key {a} --delimiter \" FILE",
                "load --table t --row-key {a} --charset nonsense FILE",
                "load --table t --row-key {a} --record-lines 0 FILE",
                "load --table t --row-key {a} --checkpoint FILE FILE",
                "load --table t --row-key {a} FILE.none",
                "replay FILE",
                "replay FILE.none",
                "key --row-key {a}",
                "key --row-key {a} b=1",
                "key --row-key {#} #=x",
                "key --row-key {a} --salt 1 a=1",
                "regions t",
                "regions t --hot --interval 0",
                "doctor --conf /no/such/folder",
                "doctor --zookeeper :1"
            })
    void usage_bad_endsWithTwo_andSaysWhy(String words) throws IOException {
        Path file = Files.writeString(folder.resolve("a.csv"), "a\n1\n");
        assertThat(run(words.replace("FILE", file.toString()).split(" "))).isEqualTo(2);
        assertThat(err.toString()).isNotBlank().doesNotContain("Exception", "\tat ");
    }

    @Test
    void key_ofARecord_isPrintedAsLoadMakesIt() {
        assertThat(run("key", "--row-key", "{c|upper}-{id|pad:3}-{#|int}", "--salt", "16", "c=x", "id=7", "#=9"))
                .isZero();
        byte[] key = {'X', '-', '0', '0', '7', '-', 0, 0, 0, 9};
        assertThat(out.toString().strip())
                .isEqualTo(Bytes.toStringBinary(RowSalt.of(16).salted(key)));
    }

    @ParameterizedTest
    @CsvSource({
        "load --tabel t --row-key {a} FILE,Unknown option '--tabel': did you mean --table",
        "load --table t --row-kye={a} FILE,Unknown option '--row-kye': did you mean --row-key",
        "doctor --zokeeper zk:2181,Unknown option '--zokeeper': did you mean --zookeeper",
        "load --table t --row-key {a} FOLDER,it is a folder",
        "replay FOLDER,it is a folder",
        "load --table t --row-key {a} FILE.none,no such file",
        "load --table t --row-key {a} --zookeeper localhost:1 --checkpoint /nodir/x FILE,no such folder: /nodir",
        "load --table t --row-key {a} --zookeeper localhost:1 --dead-letter /nodir/d FILE,no such folder: /nodir",
        "load --table t --row-key {a} --zookeeper localhost:1 --dead-letter FOLDER FILE,it is a folder",
        "replay --zookeeper localhost:1 --dead-letter /nodir/d FILE,no such folder: /nodir",
        "load --table t --row-key {a} /dev/null,pipe it in and name -",
        "load --table t --row-key {a}-{#} --zookeeper localhost:1 --rejects FILE.r FILE,--rejects cannot be combined with {#}",
        "load --table t --row-key {a} --zookeeper localhost:1 --checkpoint FILE FILE,is the input",
        "load --table t --row-key {a} --zookeeper localhost:1 --dead-letter FILE FILE,is the input",
        "load --table t --row-key {a} --zookeeper localhost:1 --rejects FOLDER/./a.csv FILE,is the input",
        "load --table t --row-key {a} --checkpoint FILE.x --dead-letter FOLDER/./a.csv.x FILE,is the file of --dead-letter",
        "load --table t --row-key {a} --dry-run --map *=d --map *=e FILE,has two mappings",
        "load --table t --row-key {a} FILE FOLDER/./a.csv,is named twice",
        "load --table t --row-key {a} --max-errors -2 FILE,--max-errors must be at least 0",
        "load --table t --row-key {a} --rate NaN FILE,--rate must be more than 0",
        "load --table t --row-key {a} --timestamp -1 FILE,--timestamp must not be negative: -1",
        "load --table t --row-key {a} --timestamp 2024-01-01 FILE,--timestamp must be milliseconds since 1970: '2024-01-01'",
        "load --table t --row-key {a} --salt 0 FILE,--salt: a salt has",
        "key --row-key {a} --salt 0 a=1,--salt: a salt has",
        "load --table t --row-key {b} --dry-run FILE,its only column is 'a'; is the delimiter right?",
        "load --table t --row-key {a} --threads x FILE,see sluice load --help"
    })
    void usage_bad_namesTheMistake(String words, String said) throws IOException {
        Path file = Files.writeString(folder.resolve("a.csv"), "a\n1\n");
        String text = words.replace("FILE", file.toString()).replace("FOLDER", folder.toString());
        assertThat(run(text.split(" "))).isEqualTo(2);
        assertThat(err.toString()).contains(said).doesNotContain("Missing required", "Usage:");
    }

    @ParameterizedTest
    @CsvSource({"1700000000,1970-01-20", "999999999999,2001-09-09", "1000000000000,"})
    void timestamp_thatMayBeInSeconds_isWarnedOf(String millis, String day) throws Exception {
        RowMixin row = new RowMixin();
        new CommandLine(row).parseArgs("--row-key", "{a}", "--timestamp", millis);
        assertThat(row.timestampWarning())
                .isEqualTo(
                        day == null
                                ? ""
                                : "--timestamp " + millis + " is " + day + " in milliseconds; is it in seconds?");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--version", "load --version"})
    void version_isThatOfTheBuild(String words) throws IOException {
        Matcher version = Pattern.compile("<version>([^<]+)</version>").matcher(Files.readString(Path.of("pom.xml")));
        assertThat(version.find()).isTrue();
        assertThat(run(words.split(" "))).isZero();
        assertThat(out.toString().strip()).isEqualTo("sluice " + version.group(1));
    }

    private int run(String... words) {
        CommandLine line = Loader.commandLine(new StopSignal(Thread.currentThread()));
        return line.setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(words);
    }
}
