package org.jzenith.test;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.inject.Binding;
import com.google.inject.Key;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.test.database.TestDatabase;
import org.jzenith.test.internal.leak.ConcurrentApplications;
import org.jzenith.test.internal.leak.Polling;
import org.jzenith.test.internal.leak.ThreadLeaks;
import org.jzenith.test.internal.token.TestTokens;

/** One running application of a test. Its stop returns what is left of it. */
final class ApplicationUnderTest {

    private final RunningApplication application;
    private final TestTokens tokens;
    private final List<TestDatabase> databases;
    private final ThreadLeaks threads;
    private final ConcurrentApplications.Registration registration;
    private final Duration leakTimeout;
    private final OpenClients clients = new OpenClients();
    private final Map<URI, JZenithHttp> listeners = new HashMap<>();

    private ApplicationUnderTest(
            final RunningApplication application,
            final TestTokens tokens,
            final List<TestDatabase> databases,
            final ThreadLeaks threads,
            final ConcurrentApplications.Registration registration,
            final Duration leakTimeout) {
        this.application = application;
        this.tokens = tokens;
        this.databases = databases;
        this.threads = threads;
        this.registration = registration;
        this.leakTimeout = leakTimeout;
    }

    static ApplicationUnderTest start(
            final JZenith builder,
            final List<TestDatabase> databases,
            final ConcurrentApplications applications,
            final Duration leakTimeout) {
        final ConcurrentApplications.Registration registration = applications.register();
        try {
            final ThreadLeaks threads = ThreadLeaks.beforeStart();
            final RunningApplication started = builder.run();
            return new ApplicationUnderTest(
                    started, TestTokens.of(started, builder.plugins()), databases, threads, registration, leakTimeout);
        } catch (final RuntimeException | Error e) {
            registration.remove();
            throw e;
        }
    }

    RunningApplication application() {
        return application;
    }

    List<TestDatabase> databases() {
        return databases;
    }

    synchronized JZenithHttp http(final URI listener) {
        return listeners.computeIfAbsent(listener, uri -> JZenithHttp.to(uri, mapper(), tokens, clients));
    }

    private ObjectMapper mapper() {
        final Binding<ObjectMapper> bound = application.injector().getExistingBinding(Key.get(ObjectMapper.class));
        return bound == null
                ? new ObjectMapper().findAndRegisterModules()
                : bound.getProvider().get();
    }

    /** Stops the application and returns its open ports, database sessions and threads. */
    List<String> stop() {
        try {
            final List<String> left = new ArrayList<>();
            final List<URI> listeners = List.copyOf(application.endpoints().values());
            stopApplication(left);
            final Polling polling = new Polling(leakTimeout);
            left.addAll(polling.remaining(() -> listeners.stream()
                    .filter(ApplicationUnderTest::accepts)
                    .map(listener -> "open port: " + listener)
                    .toList()));
            databases.forEach(database -> left.addAll(polling.remaining(database::sessions)));
            if (registration.wasAlone()) {
                left.addAll(polling.remaining(threads::left));
            }
            return left;
        } finally {
            registration.remove();
        }
    }

    private void stopApplication(final List<String> left) {
        // They belong to the test; what the application did for them is over when their clients have left.
        clients.closeStreams();
        try {
            for (final TestDatabase database : databases) {
                new Polling(leakTimeout)
                        .remaining(database::busySessions)
                        .forEach(session -> left.add("before the stop: " + session));
            }
        } finally {
            try {
                application.stop();
            } finally {
                // Not before the stop, because a client waits for its requests, and the stop lets them end.
                clients.close();
            }
        }
    }

    private static boolean accepts(final URI listener) {
        if (listener.getScheme().equals("unix")) {
            return Files.exists(Path.of(listener.getPath()));
        }
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(listener.getHost(), listener.getPort()), 1_000);
            return true;
        } catch (final IOException e) {
            return false;
        }
    }
}
