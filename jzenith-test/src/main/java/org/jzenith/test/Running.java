package org.jzenith.test;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.inject.Binding;
import com.google.inject.Key;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.Application;
import org.jzenith.core.JZenith;

/** One running application of a test, and the proof at its end that nothing is left of it. */
final class Running {

    private final Application application;
    private final @Nullable TestDatabase database;
    private final Threads threads;
    private final Concurrency.Share share;
    private final Duration patience;
    private @Nullable JZenithHttp http;

    private Running(
            final Application application,
            final @Nullable TestDatabase database,
            final Threads threads,
            final Concurrency.Share share,
            final Duration patience) {
        this.application = application;
        this.database = database;
        this.threads = threads;
        this.share = share;
        this.patience = patience;
    }

    static Running start(
            final JZenith recipe,
            final @Nullable TestDatabase database,
            final Concurrency concurrency,
            final Duration patience) {
        final Concurrency.Share share = concurrency.enter();
        try {
            final Threads threads = Threads.now();
            return new Running(recipe.run(), database, threads, share, patience);
        } catch (final RuntimeException | Error e) {
            share.leave();
            throw e;
        }
    }

    Application application() {
        return application;
    }

    @Nullable
    TestDatabase database() {
        return database;
    }

    synchronized JZenithHttp http() {
        if (http == null) {
            http = JZenithHttp.to(application.uri(), mapper());
        }
        return http;
    }

    private ObjectMapper mapper() {
        final Binding<ObjectMapper> bound = application.injector().getExistingBinding(Key.get(ObjectMapper.class));
        return bound == null
                ? new ObjectMapper().findAndRegisterModules()
                : bound.getProvider().get();
    }

    /** Stops the application and returns what is left of it. */
    List<String> stop() {
        try {
            final List<String> left = new ArrayList<>();
            final List<URI> doors = List.copyOf(application.endpoints().values());
            stopApplication(left);
            final Waiting waiting = new Waiting(patience);
            doors.stream().filter(door -> isStillOpen(door, waiting)).forEach(door -> left.add("open port: " + door));
            if (database != null) {
                left.addAll(database.sessions(waiting));
            }
            if (share.wasAlone()) {
                left.addAll(threads.remaining(waiting));
            }
            return left;
        } finally {
            share.leave();
        }
    }

    private void stopApplication(final List<String> left) {
        try {
            if (database != null) {
                database.busySessions(new Waiting(patience))
                        .forEach(session -> left.add("before the stop: " + session));
            }
        } finally {
            closeHttp();
            application.stop();
        }
    }

    private synchronized void closeHttp() {
        if (http != null) {
            http.close();
            http = null;
        }
    }

    private static boolean isStillOpen(final URI door, final Waiting waiting) {
        while (answers(door)) {
            if (waiting.isOver()) {
                return true;
            }
            waiting.pause();
        }
        return false;
    }

    private static boolean answers(final URI door) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(door.getHost(), door.getPort()), 1_000);
            return true;
        } catch (final IOException e) {
            return false;
        }
    }
}
