package org.jzenith.rest.internal.bootstrap;

import jakarta.ws.rs.SeBootstrap;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * The properties of a {@code SeBootstrap.Configuration}.
 *
 * @param given those that have no default value
 */
record BootstrapConfiguration(Map<String, Object> given) implements SeBootstrap.Configuration {

    private static final Map<String, Class<?>> TYPES = Map.of(
            PROTOCOL, String.class,
            HOST, String.class,
            PORT, Integer.class,
            ROOT_PATH, String.class,
            SSL_CONTEXT, SSLContext.class,
            SSL_CLIENT_AUTHENTICATION, SSLClientAuthentication.class);

    private static final Map<String, Object> DEFAULTS = Map.of(
            PROTOCOL, "HTTP",
            HOST, "localhost",
            PORT, DEFAULT_PORT,
            ROOT_PATH, "/",
            SSL_CLIENT_AUTHENTICATION, SSLClientAuthentication.NONE);

    static BootstrapConfiguration of(final SeBootstrap.Configuration configuration) {
        return configuration instanceof BootstrapConfiguration own
                ? own
                : new Builder().from((Object) configuration).build();
    }

    @Override
    public @Nullable Object property(final String name) {
        final Object value = given.getOrDefault(name, DEFAULTS.get(name));
        return value == null && name.equals(SSL_CONTEXT) ? defaultContext() : value;
    }

    private static SSLContext defaultContext() {
        try {
            return SSLContext.getDefault();
        } catch (final NoSuchAlgorithmException e) {
            throw new IllegalStateException("The JVM has no default SSLContext.", e);
        }
    }

    BootstrapConfiguration with(final String name, final Object value) {
        final Map<String, Object> all = new HashMap<>(given);
        all.put(name, value);
        return new BootstrapConfiguration(Map.copyOf(all));
    }

    static final class Builder implements SeBootstrap.Configuration.Builder {

        private final Map<String, Object> given = new HashMap<>();

        @Override
        public BootstrapConfiguration build() {
            return new BootstrapConfiguration(Map.copyOf(given));
        }

        @Override
        public Builder property(final String name, final @Nullable Object value) {
            if (value == null) {
                given.remove(name);
            } else {
                given.put(name, value);
            }
            return this;
        }

        @Override
        @SuppressWarnings("unchecked") // the API wants one T for values of several types
        public <T> Builder from(final BiFunction<String, Class<T>, Optional<T>> properties) {
            TYPES.forEach(
                    (name, type) -> properties.apply(name, (Class<T>) type).ifPresent(value -> property(name, value)));
            return this;
        }

        /** Takes another configuration; nothing else. */
        @Override
        public Builder from(final Object external) {
            if (external instanceof BootstrapConfiguration own) {
                given.putAll(own.given);
            } else if (external instanceof SeBootstrap.Configuration other) {
                TYPES.keySet().forEach(name -> property(name, other.property(name)));
            }
            return this;
        }
    }
}
