package org.jzenith.security.oidc;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jzenith.core.development.DevelopmentSession;

/** A development mode for applications that a test starts one after another, at a port of their own behind a public address. */
final class KeptSession implements DevelopmentSession {

    static final URI PUBLIC = URI.create("http://localhost:8080");

    private final Map<String, AutoCloseable> kept = new ConcurrentHashMap<>();
    private URI internal = PUBLIC;

    /** Returns the address at which the running application listens. */
    URI internal() {
        return internal;
    }

    /** Makes this the session of the applications that an action starts. */
    void around(final Runnable action) {
        final Thread thread = Thread.currentThread();
        final ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(new SessionLoader(before, this));
        try {
            action.run();
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private static final class SessionLoader extends ClassLoader implements Holder {

        private final DevelopmentSession session;

        SessionLoader(final ClassLoader parent, final DevelopmentSession session) {
            super(parent);
            this.session = session;
        }

        @Override
        public DevelopmentSession session() {
            return session;
        }
    }

    @Override
    public Map<String, String> takeOver(final List<Listener> listeners) {
        return Map.of("rest.host", "127.0.0.1", "rest.port", "0");
    }

    @Override
    public Map<String, URI> opened(final Map<String, URI> endpoints, final Runnable stop) {
        internal = endpoints.get("rest");
        return Map.of("rest", PUBLIC);
    }

    @Override
    public Optional<FailureReport> report(
            final Throwable failure,
            final String id,
            final String request,
            final List<String> hosts,
            final List<String> accept) {
        return Optional.empty();
    }

    @Override
    public <T extends AutoCloseable> T keep(final String key, final Class<T> type, final Supplier<T> start) {
        return type.cast(kept.computeIfAbsent(key, first -> start.get()));
    }

    /** Closes what the session has kept. */
    void end() throws Exception {
        for (final AutoCloseable each : kept.values()) {
            each.close();
        }
    }
}
