package io.sluice.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.util.List;
import org.junit.jupiter.api.Test;

class PeerJarsTest {
    private static String path(String... entries) {
        return String.join(File.pathSeparator, entries).replace('/', File.separatorChar);
    }

    @Test
    void replaced_otherVersionOnPath_isTakenOut() {
        String ours =
                path("/bench/classes", "/m2/reactor-pool-1.2.6.jar", "/m2/reactor-core-3.8.6.jar", "/m2/gson-2.1.jar");
        String old = path("/peers/reactor-pool-1.0.0.jar");

        assertThat(PeerJars.replaced(ours, List.of(old)))
                .isEqualTo(path(
                        "/peers/reactor-pool-1.0.0.jar",
                        "/bench/classes",
                        "/m2/reactor-core-3.8.6.jar",
                        "/m2/gson-2.1.jar"));
    }
}
