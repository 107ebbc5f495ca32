package io.sluice.examples.flink;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** With {@code -Pthorough} only: in each build, the tests of the sink write the same way. */
class FlightsIT {
    @Test
    @Tag("long-form")
    @EnabledIfSystemProperty(named = "sluice.thorough", matches = "true")
    void run_theFile_isReadBackComplete() throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        boolean proven =
                Flights.run(Path.of("../data/flights-2013.csv.gz"), new PrintStream(out, /* autoFlush= */ true, UTF_8));
        assertThat(out.toString(UTF_8)).contains("50,000 rows with ", "checksum equal");
        assertThat(proven).isTrue();
    }
}
