package org.jzenith.test;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.inject.Binding;
import com.google.inject.Key;
import io.reactivex.Completable;
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
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.observe.Gauges;
import org.jzenith.core.plugin.ServerSessions;
import org.jzenith.test.database.TestDatabase;
import org.jzenith.test.internal.database.TestServers;
import org.jzenith.test.internal.leak.ConcurrentApplications;
import org.jzenith.test.internal.leak.Polling;
import org.jzenith.test.internal.leak.ThreadLeaks;
import org.jzenith.test.internal.token.TestTokens;

/** One running application of a test. {@link #stop} returns the resources that are left. */
final class ApplicationUnderTest {

    private static final Key<Set<ServerSessions>> SESSIONS = new Key<>() {};

    /** The gauges of work that can change the database. */
    private static final Pattern WORK = Pattern.compile(
            "([.-]in-flight|-in-progress|[.]blocking-(threads|queue)|[.]pool[.]connections|websocket.*[.]connections)$");

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

    /** Closes the connections of a test class, and returns the work that is still in progress. */
    List<String> endClass() {
        clients.closeStreams();
        final List<String> left = new ArrayList<>(new Polling(leakTimeout).remaining(this::inProgress));
        addBusySessions(left, "after the last test: ");
        if (left.isEmpty()) {
            clients.close();
            synchronized (this) {
                listeners.clear();
            }
            threads.pause();
        }
        return left;
    }

    private List<String> inProgress() {
        return application.get(Gauges.class).all().stream()
                .filter(gauge -> WORK.matcher(gauge.name()).find() && gauge.used() > 0)
                .map(gauge -> "in progress after the last test: " + gauge.name() + " is " + gauge.used())
                .toList();
    }

    /** Returns true if {@link #restoreDatabases} is possible. */
    boolean canGoOn() {
        return databases.isEmpty() || sessions().stream().allMatch(ServerSessions::isReplaceable);
    }

    /** Restores the databases from their templates, while the application has no sessions. */
    void restoreDatabases(final TestServers servers) {
        threads.resume();
        if (databases.isEmpty()) {
            return;
        }
        final List<ServerSessions> sessions = sessions();
        try {
            if (!isDone(sessions, ServerSessions::pause)) {
                throw new IllegalStateException(
                        "Cannot restore the database for this test class, because sessions of the shared application did not end within "
                                + leakTimeout.toMillis() + " ms: "
                                + databases.stream()
                                        .flatMap(database -> database.sessions().stream())
                                        .collect(Collectors.joining("; "))
                                + ". The previous test class must wait for its statements and transactions before it ends.");
            }
            servers.restore(databases);
        } finally {
            isDone(sessions, ServerSessions::resume);
        }
    }

    private boolean isDone(final List<ServerSessions> sessions, final Function<ServerSessions, Completable> change) {
        return Completable.merge(sessions.stream().map(change).toList())
                .blockingAwait(leakTimeout.toMillis(), TimeUnit.MILLISECONDS);
    }

    private List<ServerSessions> sessions() {
        final Binding<Set<ServerSessions>> bound = application.injector().getExistingBinding(SESSIONS);
        return bound == null ? List.of() : List.copyOf(bound.getProvider().get());
    }

    /** Stops the application and returns its open ports, database sessions and threads. */
    List<String> stop() {
        threads.resume();
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
            addBusySessions(left, "before the stop: ");
        } finally {
            try {
                application.stop();
            } finally {
                // Not before the stop, because a client waits for its requests, and the stop lets them end.
                clients.close();
            }
        }
    }

    private void addBusySessions(final List<String> left, final String when) {
        for (final TestDatabase database : databases) {
            new Polling(leakTimeout).remaining(database::busySessions).forEach(session -> left.add(when + session));
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
