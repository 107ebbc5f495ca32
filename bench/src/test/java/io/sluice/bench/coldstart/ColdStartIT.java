package io.sluice.bench.coldstart;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.embedded.EmbeddedHBase;
import io.sluice.embedded.EmbeddedOptions;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Starts clients of a real server, in a JVM of their own: that all rows arrive, not how fast. */
@SuppressWarnings("NullAway.Init") // JUnit calls the setup.
class ColdStartIT {
    private static final int ROWS = 200;

    private static EmbeddedHBase server;

    @BeforeAll
    static void start() throws IOException {
        server = EmbeddedHBase.start(EmbeddedOptions.defaults().withFastStart());
        ColdStartComparison.createTable(server);
    }

    @AfterAll
    static void close() {
        server.close();
    }

    @ParameterizedTest
    @EnumSource
    void run_preparation_writesAllRows(Preparation preparation) throws IOException {
        ColdStartMeasured measured = ColdStartComparison.run(server, preparation, ROWS, 2);

        assertThat(measured.rounds()).hasSize(2).allMatch(round -> round.allMillis() >= round.writtenMillis());
        assertThat(server.client().countRows(ColdStartComparison.TABLE).rows()).isEqualTo(ROWS);
    }
}
