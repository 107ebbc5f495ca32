package io.sluice.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class OptionsTest {
    @Test
    void zooKeeper_full_givesQuorumPortAndZnode() throws BadInputException {
        assertThat(ClusterOptions.zooKeeperSettings("a,b:2182/x/y"))
                .containsEntry("hbase.zookeeper.quorum", "a,b")
                .containsEntry("hbase.zookeeper.property.clientPort", "2182")
                .containsEntry("zookeeper.znode.parent", "/x/y");
    }

    @Test
    void zooKeeper_hostOnly_usesHBasesPortAndZnode() throws BadInputException {
        assertThat(ClusterOptions.zooKeeperSettings("a"))
                .containsEntry("hbase.zookeeper.property.clientPort", "2181")
                .doesNotContainKey("zookeeper.znode.parent");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ":2181", "a:b", "a:2181x/h"})
    void zooKeeper_bad_isNamed(String address) {
        assertThatThrownBy(() -> ClusterOptions.zooKeeperSettings(address))
                .isInstanceOf(BadInputException.class)
                .hasMessageEndingWith(": " + address);
    }

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
                "--rows=5 --zookeeper=:1",
                "--input=pom.xml --delimiter=ab",
                "--input=/no/such/file.csv"
            })
    void execute_badUsage_endsWithTwoBeforeAServerStarts(String options) {
        assertThat(line().setErr(new PrintWriter(new StringWriter())).execute(options.split(" ")))
                .isEqualTo(2);
    }

    private static CommandLine line() {
        return new CommandLine(new Ingest(
                (target, plan) -> {
                    throw new AssertionError("Nothing is to be opened");
                },
                new StopSignal(Thread.currentThread())));
    }
}
