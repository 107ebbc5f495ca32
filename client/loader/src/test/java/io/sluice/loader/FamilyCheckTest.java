package io.sluice.loader;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.Configuration;
import io.sluice.TableName;
import io.sluice.loader.write.ClusterWait;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FamilyCheckTest {
    private static final TableName TABLE = TableName.valueOf("t");
    private static final List<byte[]> FAMILIES = List.of("n".getBytes(UTF_8), "d".getBytes(UTF_8));

    @Test
    void compare_missingFamilies_areNamed_withThoseThatThereAre() {
        assertThatThrownBy(() -> FamilyCheck.compare(TABLE, FAMILIES, Set.of("d", "y", "x"), false))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("'t' has no column family x, y; it has d, n.");
        assertThatThrownBy(() -> FamilyCheck.compare(TABLE, List.of(), Set.of("d"), true))
                .hasMessageContaining("d comes from the default --map '*=d'");
        assertThatCode(() -> FamilyCheck.compare(TABLE, FAMILIES, Set.of("d"), true))
                .doesNotThrowAnyException();
    }

    @Test
    void check_thatIsNotAnswered_saysSo_andGoesOn() throws Exception {
        Configuration conf = new Configuration();
        conf.set("hbase.client.bootstrap.servers", "localhost:1");
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        PrintStream lines = new PrintStream(err, true, UTF_8);
        FamilyCheck.check(conf, TABLE, Set.of("x"), false, new ClusterWait(conf, TABLE, lines), lines);
        assertThat(err.toString(UTF_8))
                .startsWith("The column families of table 't' were not checked: ")
                .contains("localhost:1")
                .hasLineCount(1);
    }
}
