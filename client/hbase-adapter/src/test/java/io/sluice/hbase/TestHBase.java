package io.sluice.hbase;

import io.sluice.embedded.EmbeddedOptions;
import io.sluice.embedded.SharedHBase;

/** The HBase of tests that need no security; the user {@code gateway} may act for {@code guest}. */
final class TestHBase extends SharedHBase {
    TestHBase() {
        super(EmbeddedOptions.defaults()
                .withFastStart()
                .withSetting("hadoop.proxyuser.gateway.users", "guest")
                .withSetting("hadoop.proxyuser.gateway.hosts", "*"));
    }
}
