package io.sluice.client.it;

import io.sluice.embedded.EmbeddedHBase;
import io.sluice.embedded.EmbeddedOptions;
import io.sluice.embedded.SharedHBase;
import java.io.IOException;

/** The HBase of the integration tests: two region servers; its balancer is off, so that regions stay where a test puts them. */
final class TestHBase extends SharedHBase {
    TestHBase() {
        // Without the 2 MiB that each of the tests' several hundred regions else sets aside for its first write.
        super(EmbeddedOptions.defaults()
                .withRegionServers(2)
                .withFastStart()
                .withSetting("hbase.hregion.memstore.mslab.enabled", "false"));
    }

    @Override
    protected void started(EmbeddedHBase server) throws IOException {
        boolean unused = server.client().switchBalancer(false);
    }
}
