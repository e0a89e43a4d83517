package org.jzenith.postgresql.configuration;

import io.smallrye.config.Secret;
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
 * One database server with everything needed to connect to it. Injectable; its {@code toString} holds no secret.
 *
 * @param host a name or address
 * @param port 1 to 65535
 * @param database the name of the database
 * @param username the name of the user
 * @param password never to be logged; null if none is configured
 * @param tls when to encrypt and whom to trust
 * @param trustFile a readable PEM file with the authorities that may sign the server's certificate, or null for those
 *     that the JVM trusts
 * @param applicationName the name under which the server lists the connections
 */
public record DatabaseAddress(
        String host,
        int port,
        String database,
        String username,
        @Nullable String password,
        TlsMode tls,
        @Nullable Path trustFile,
        String applicationName) {

    /**
     * What the settings say, whether in parts or as a URL.
     *
     * @param settings the settings
     * @param configuration knows where each came from
     * @return the address
     * @throws StartException if the settings contradict each other or cannot be understood
     */
    public static DatabaseAddress of(final PostgresqlConfiguration settings, final Configuration configuration) {
        final List<StartProblem> problems = new ArrayList<>();
        final Map<String, String> url = settings.url()
                // A setting that is not set may come as a secret that holds nothing.
                .map(Secret::get)
                .map(text -> DatabaseUrl.read(
                        text, configuration.origin("postgresql.url").orElse(null), problems))
                .orElse(Map.of());
        final SettingResolver resolver = new SettingResolver(url, configuration, problems);
        final DatabaseAddress address = new DatabaseAddress(
                resolver.of("host", settings.host(), Function.identity()),
                resolver.of("port", settings.port(), Integer::valueOf),
                resolver.of("database", settings.database(), Function.identity()),
                resolver.of("username", settings.username(), Function.identity()),
                resolver.of("password", settings.password().map(Secret::get), Optional::of)
                        .orElse(null),
                resolver.of("tls.mode", settings.tls().mode(), DatabaseUrl::tlsMode),
                resolver.of("tls.trust-file", settings.tls().trustFile(), text -> Optional.of(Path.of(text)))
                        .orElse(null),
                resolver.of("application-name", settings.applicationName(), Function.identity()));
        if (address.trustFile != null && !Files.isReadable(address.trustFile)) {
            problems.add(StartProblem.of("The trust file '" + address.trustFile + "' cannot be read.")
                    .from(configuration.origin("postgresql.tls.trust-file").orElse(null))
                    .remedy("Set postgresql.tls.trust-file to a PEM file, or leave it out to trust what the JVM"
                            + " trusts."));
        }
        if (!problems.isEmpty()) {
            throw new StartException(problems, false);
        }
        return address;
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

    /** Host, port and database; no credentials. */
    @Override
    public String toString() {
        return host + ":" + port + "/" + database;
    }
}
