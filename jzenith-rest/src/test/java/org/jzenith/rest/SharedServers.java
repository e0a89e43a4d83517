package org.jzenith.rest;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The applications of a test class. Each is started for the first test that needs it, and stopped after the last one. */
final class SharedServers implements AfterAllCallback {

    private final Map<Object, RunningServer> running = new HashMap<>();

    /** Returns the application with this key, which is started if it does not run. */
    RunningServer get(final Object key, final Supplier<RunningServer> started) {
        return running.computeIfAbsent(key, missing -> started.get());
    }

    Iterable<RunningServer> running() {
        return running.values();
    }

    @Override
    public void afterAll(final ExtensionContext context) {
        running.values().forEach(RunningServer::close);
        running.clear();
    }
}
