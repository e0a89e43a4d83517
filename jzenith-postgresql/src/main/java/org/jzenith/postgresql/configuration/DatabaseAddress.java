package org.jzenith.postgresql.configuration;

import io.smallrye.config.Secret;
import jakarta.inject.Inject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;

/**
 * One database server with everything needed to connect to it. Injectable, immutable; its {@code toString} holds no
 * secret.
 */
public final class DatabaseAddress {

    private final String host;
    private final int port;
    private final String database;
    private final String username;
    private final @Nullable String password;
    private final TlsMode tls;
    private final @Nullable Path trustFile;
    private final String applicationName;
    private final @Nullable String origin;

    /**
     * Made by the framework.
     *
     * @param settings the settings
     * @param configuration knows where each came from
     * @throws StartException if the settings contradict each other or cannot be understood
     */
    @Inject
    public DatabaseAddress(final PostgresqlConfiguration settings, final Configuration configuration) {
        final List<StartProblem> problems = new ArrayList<>();
        final Map<String, String> url = settings.url()
                // A setting that is not set may come as a secret that holds nothing.
                .map(Secret::get)
                .map(text -> DatabaseUrl.read(
                        text, configuration.origin("postgresql.url").orElse(null), problems))
                .orElse(Map.of());
        final SettingResolver resolver = new SettingResolver(url, configuration, problems);
        this.host = resolver.of("host", settings.host(), Function.identity());
        this.port = resolver.of("port", settings.port(), Integer::valueOf);
        this.database = resolver.of("database", settings.database(), Function.identity());
        this.username = resolver.of("username", settings.username(), Function.identity());
        this.password = resolver.of("password", settings.password().map(Secret::get), Optional::of)
                .orElse(null);
        this.tls = resolver.of("tls.mode", settings.tls().mode(), DatabaseUrl::tlsMode);
        this.trustFile = resolver.of("tls.trust-file", settings.tls().trustFile(), text -> Optional.of(Path.of(text)))
                .orElse(null);
        this.applicationName = resolver.of("application-name", settings.applicationName(), Function.identity());
        this.origin = configuration
                .origin(url.containsKey("host") ? "postgresql.url" : "postgresql.host")
                .orElse(null);
        checkTrustFile(configuration, problems);
        if (!problems.isEmpty()) {
            throw new StartException(problems, false);
        }
    }

    private void checkTrustFile(final Configuration configuration, final List<StartProblem> problems) {
        if (trustFile != null && !Files.isReadable(trustFile)) {
            problems.add(StartProblem.of("The trust file '" + trustFile + "' cannot be read.")
                    .from(configuration.origin("postgresql.tls.trust-file").orElse(null))
                    .remedy("Set postgresql.tls.trust-file to a PEM file, or leave it out to trust what the JVM"
                            + " trusts."));
        }
    }

    /** Takes the value of the URL where it has one, and reports a single setting that contradicts it. */
    private record SettingResolver(Map<String, String> url, Configuration configuration, List<StartProblem> problems) {

        <T> T of(final String key, final T single, final Function<String, T> reader) {
            final String text = url.get(key);
            if (text == null) {
                return single;
            }
            final T chosen = reader.apply(text);
            final String name = "postgresql." + key;
            if (configuration.isSet(name) && !Objects.equals(chosen, single)) {
                problems.add(StartProblem.of("postgresql.url and " + name + " say different things"
                                + (key.equals("password") ? "." : ": " + text + " and " + shown(single) + "."))
                        .from(configuration.origin(name).orElse(null))
                        .remedy("Leave out " + name + ", or take it out of the URL."));
            }
            return chosen;
        }

        private static Object shown(final Object single) {
            return single instanceof Optional<?> optional
                    ? optional.map(Object::toString).orElse("nothing")
                    : single;
        }
    }

    /**
     * The host.
     *
     * @return a name or address
     */
    public String host() {
        return host;
    }

    /**
     * The port.
     *
     * @return 1 to 65535
     */
    public int port() {
        return port;
    }

    /**
     * The database.
     *
     * @return its name
     */
    public String database() {
        return database;
    }

    /**
     * The user.
     *
     * @return its name
     */
    public String username() {
        return username;
    }

    /**
     * The password. Never to be logged.
     *
     * @return the password, or null if none is configured
     */
    public @Nullable String password() {
        return password;
    }

    /**
     * When to encrypt and whom to trust.
     *
     * @return the mode
     */
    public TlsMode tls() {
        return tls;
    }

    /**
     * The authorities that may sign the server's certificate.
     *
     * @return a readable PEM file, or null for those that the JVM trusts
     */
    public @Nullable Path trustFile() {
        return trustFile;
    }

    /**
     * The name under which the server lists the connections.
     *
     * @return a name
     */
    public String applicationName() {
        return applicationName;
    }

    /**
     * Where the host was configured.
     *
     * @return the source as an operator knows it, or null if nobody configured it
     */
    public @Nullable String origin() {
        return origin;
    }

    /** Host, port and database; no credentials. */
    @Override
    public String toString() {
        return host + ":" + port + "/" + database;
    }
}
