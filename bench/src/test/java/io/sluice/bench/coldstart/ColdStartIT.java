package io.sluice.bench.coldstart;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.bench.writer.ColdClientsMeasured;
import io.sluice.bench.writer.Contender;
import io.sluice.embedded.EmbeddedHBase;
import io.sluice.embedded.EmbeddedOptions;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Starts clients of a real server, in a JVM of their own: that all rows arrive, not how fast. Peers only with -Pthorough. */
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

    @BeforeEach
    void empty() throws IOException {
        server.client().truncateTable(ColdStartComparison.TABLE);
    }

    @ParameterizedTest
    @EnumSource
    void run_preparation_writesAllRows(Preparation preparation) throws IOException {
        ColdClientsMeasured measured = ColdStartComparison.run(server, preparation, ROWS, 2);

        assertThat(measured.rounds()).hasSize(2).allMatch(round -> round.allMillis() >= round.writtenMillis());
        assertThat(server.client().countRows(ColdStartComparison.TABLE).rows()).isEqualTo(ROWS);
    }

    @Tag("long-form")
    @EnabledIfSystemProperty(named = "sluice.thorough", matches = "true")
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "FLOOR")
    void run_contender_writesAllRows(Contender contender) throws IOException {
        ColdClientsMeasured measured = ColdStartComparison.run(server, contender, ROWS, 2);

        assertThat(measured.rounds())
                .hasSize(2)
                .allMatch(round -> (round.firstMillis() != null) == contender.tellsWhenAcknowledged());
        assertThat(server.client().countRows(ColdStartComparison.TABLE).rows()).isEqualTo(ROWS);
    }
}
