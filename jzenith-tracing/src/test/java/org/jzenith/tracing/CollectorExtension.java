package org.jzenith.tracing;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Runs a collector for a test class, before the application that sends to it. */
final class CollectorExtension implements BeforeAllCallback, AfterAllCallback {

    private @Nullable Collector collector;

    @Override
    public void beforeAll(final ExtensionContext context) {
        collector = new Collector();
    }

    @Override
    public void afterAll(final ExtensionContext context) {
        get().close();
    }

    Collector get() {
        if (collector == null) {
            throw new IllegalStateException("The collector does not run.");
        }
        return collector;
    }
}
