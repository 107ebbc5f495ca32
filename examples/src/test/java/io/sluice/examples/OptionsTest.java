package io.sluice.examples;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.loader.StopSignal;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class OptionsTest {
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    @ParameterizedTest
    @CsvSource({
        "flights-2013.csv.gz,flights-2013",
        "my data (1).csv,my_data__1_",
        ".hidden,ingest",
        "-x.tsv,x",
        "ä,_",
        "v1.2.csv,v1.2"
    })
    void sanitize_fileName_isATableName(String file, String table) {
        assertThat(InputOptions.sanitize(file)).isEqualTo(table);
    }

    @Test
    void help_ingest_listsTheExitCodes() {
        StringWriter out = new StringWriter();
        assertThat(line().setOut(new PrintWriter(out)).execute("--help")).isZero();
        assertThat(out.toString()).contains("--zookeeper", "Exit codes:", "130");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--nonsense",
                "--rows=x",
                "--rows=0",
                "--rows=5 --input=a.csv",
                "--rows=5 --value-size=-1",
                "--rows=5 --threads=0",
                "--rows=5 --regions=101",
                "--rows=5 --key=nonsense",
                "--rows=5 --region-servers=0",
                "--rows=5 --durability=SOMETIMES",
                "--rows=5 --write-buffer=0",
                "--rows=5 --conf=/no/such/folder",
                "--rows=5 --region-servers=12",
                "--rows=5 --zookeeper=:1",
                "--input=pom.xml --delimiter=ab",
                "--input=/no/such/file.csv"
            })
    void execute_badUsage_endsWithTwoBeforeAServerStarts(String options) {
        assertThat(line().setErr(new PrintWriter(new StringWriter())).execute(options.split(" ")))
                .isEqualTo(2);
        assertThat(printed.toString(UTF_8)).isEmpty();
    }

    private CommandLine line() {
        return new CommandLine(
                new Ingest(new StopSignal(Thread.currentThread()), new PrintStream(printed, true, UTF_8)));
    }
}
