package io.sluice.client.it;

import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Fails each test class, unit or not, that leaves a buffer of Netty's unreleased. JUnit finds it by itself, in each JVM of
 * the build.
 */
public final class LeakCheck implements BeforeAllCallback, AfterAllCallback {
    static {
        // Before any test has made a buffer.
        BufferLeaks.install();
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        // The loading of this class was all.
    }

    @Override
    public void afterAll(ExtensionContext context) throws InterruptedException {
        if (context.getTestClass().filter(Class::isMemberClass).isEmpty()) {
            BufferLeaks.assertNone();
        }
    }
}
