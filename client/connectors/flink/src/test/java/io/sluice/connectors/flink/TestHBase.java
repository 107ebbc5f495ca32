package io.sluice.connectors.flink;

import io.sluice.embedded.EmbeddedOptions;
import io.sluice.embedded.SharedHBase;
import java.time.Duration;

/** The HBase of the integration tests, with two region servers. */
public final class TestHBase extends SharedHBase {
    /** On a machine that is busy with other things, too. */
    private static final Duration START_TIMEOUT = Duration.ofMinutes(15);

    /** Created by JUnit. */
    public TestHBase() {
        super(EmbeddedOptions.defaults().withRegionServers(2).withFastStart().withStartTimeout(START_TIMEOUT));
    }
}
