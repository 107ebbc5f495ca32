package io.sluice.client.it;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Has all tests look every 10 ms whether what they wait for has come, instead of every 100 ms. JUnit finds it by itself. A
 * test waits some times even if nothing is left to wait for, and there are hundreds.
 */
public final class ShortPolls implements BeforeAllCallback {
    static {
        Awaitility.setDefaultPollInterval(Duration.ofMillis(10));
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        // The loading of this class was all.
    }
}
