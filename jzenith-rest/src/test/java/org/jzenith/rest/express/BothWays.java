package org.jzenith.rest.express;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import com.google.inject.Module;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.RestPlugin;
import org.jzenith.rest.RunningServer;
import org.slf4j.LoggerFactory;

/** Two servers that differ in nothing but the lane, and a client for both. Failures are not logged meanwhile. */
final class BothWays implements AutoCloseable {

    private final RunningServer lane;
    private final RunningServer resteasy;
    private final Wire one;
    private final Wire other;

    private BothWays(final RunningServer lane, final RunningServer resteasy) throws IOException {
        logFailures(Level.OFF);
        this.lane = lane;
        this.resteasy = resteasy;
        this.one = new Wire(lane.application());
        this.other = new Wire(resteasy.application());
    }

    /** The plugin is asked for twice, as its providers may count. */
    static BothWays of(
            final Supplier<RestPlugin> plugin, final Map<String, Object> configuration, final Module... modules)
            throws IOException {
        return new BothWays(
                server(plugin.get(), configuration, true, modules),
                server(plugin.get(), configuration, false, modules));
    }

    private static RunningServer server(
            final RestPlugin plugin,
            final Map<String, Object> configuration,
            final boolean express,
            final Module... modules) {
        final Map<String, Object> all = new HashMap<>(configuration);
        all.put("rest.express-lane", express);
        return RunningServer.of(plugin, all, modules);
    }

    /** Sends a request to both as often as it says, and tells where their answers differ. */
    List<String> differences(final String request, final int times) throws IOException {
        final boolean head = request.startsWith("HEAD ");
        final List<String> differences = new ArrayList<>();
        for (int time = 1; time <= times; time++) {
            one.send(request);
            other.send(request);
            final Wire.Answer first = one.receive(head);
            final Wire.Answer second = other.receive(head);
            if (!first.equals(second)) {
                differences.add("\n" + time + ". time of " + request + "express:  " + first + "\nRESTEasy: " + second);
            }
        }
        return differences;
    }

    @Override
    public void close() throws IOException {
        try (lane;
                resteasy;
                one;
                other) {
        } finally {
            logFailures(null);
        }
    }

    private static void logFailures(final @Nullable Level level) {
        for (final String name : List.of("org.jzenith.rest.error", "org.jzenith.rest.dispatch")) {
            ((Logger) LoggerFactory.getLogger(name)).setLevel(level);
        }
    }
}
