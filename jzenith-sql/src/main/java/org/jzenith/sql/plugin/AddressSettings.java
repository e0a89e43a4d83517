package org.jzenith.sql.plugin;

import io.smallrye.config.Secret;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.internal.start.Authority;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.sql.driver.DatabaseAddress;
import org.jzenith.sql.driver.DatabaseProduct;
import org.jzenith.sql.driver.ServerAddress;
import org.jzenith.sql.driver.SqlConfiguration;

/** Reads the address of a database. A value of the URL wins; a single setting that contradicts it is a problem. */
final class AddressSettings {

    private final String prefix;
    private final Map<String, String> url;
    private final Configuration configuration;
    private final List<StartProblem> problems;

    private AddressSettings(
            final String prefix,
            final Map<String, String> url,
            final Configuration configuration,
            final List<StartProblem> problems) {
        this.prefix = prefix;
        this.url = url;
        this.configuration = configuration;
        this.problems = problems;
    }

    /**
     * Returns the address that the settings say, in parts or as a URL; throws a {@code StartException} if they contradict
     * each other or cannot be understood.
     */
    static DatabaseAddress read(final DatabaseProduct<?> product, final Configuration configuration) {
        final SqlConfiguration settings = configuration.get(product.configuration());
        final String prefix = product.prefix() + ".";
        final List<StartProblem> problems = new ArrayList<>();
        final List<String> hosts = hosts(product, configuration);
        final Map<String, String> url = settings.url()
                // A setting that is not set may come as a secret that holds nothing.
                .map(Secret::get)
                .map(text -> DatabaseUrl.read(
                        text,
                        product,
                        hosts != null,
                        configuration.origin(prefix + "url").orElse(null),
                        problems))
                .orElse(Map.of());
        final DatabaseAddress address = new AddressSettings(prefix, url, configuration, problems)
                .addressOf(
                        settings,
                        hosts == null ? List.of() : hosts,
                        product.url().words().keySet());
        if (!problems.isEmpty()) {
            throw new StartException(problems);
        }
        return address;
    }

    private static <C extends SqlConfiguration> @Nullable List<String> hosts(
            final DatabaseProduct<C> product, final Configuration configuration) {
        return product.hosts(configuration.get(product.configuration()));
    }

    private DatabaseAddress addressOf(
            final SqlConfiguration settings, final List<String> hosts, final Set<String> parameters) {
        final Path trustFile = value("tls.trust-file", settings.tls().trustFile(), text -> Optional.of(Path.of(text)))
                .orElse(null);
        final DatabaseAddress address = new DatabaseAddress(
                servers(settings, hosts),
                value("database", settings.database(), Function.identity()),
                value("username", settings.username(), Function.identity()),
                value("password", settings.password().map(Secret::get), Optional::of)
                        .orElse(null),
                value("tls.mode", settings.tls().mode(), DatabaseUrl::tlsMode),
                trustFile,
                value("application-name", settings.applicationName(), Function.identity()),
                parameters.stream()
                        .filter(url::containsKey)
                        .collect(Collectors.toMap(
                                Function.identity(),
                                key -> value(
                                        key, configuration.value(prefix + key).orElse(""), Function.identity()))));
        if (trustFile != null && !Files.isReadable(trustFile)) {
            final String key = prefix + "tls.trust-file";
            problems.add(StartProblem.of("The trust file '" + trustFile + "' cannot be read.")
                    .from(configuration.origin(key).orElse(null))
                    .remedy("Set " + key + " to a PEM file, or leave it out to trust what the JVM trusts."));
        }
        return address;
    }

    private List<ServerAddress> servers(final SqlConfiguration settings, final List<String> single) {
        final String host = value("host", settings.host(), Function.identity());
        final int port = value("port", settings.port(), Integer::valueOf);
        final List<String> hosts = value("hosts", single, text -> List.of(text.split(",")));
        if (hosts.isEmpty()) {
            return List.of(new ServerAddress(host, port));
        }
        if (configuration.isSet(prefix + "host") || url.containsKey("host")) {
            problems.add(StartProblem.of("The database has both a host and a list of hosts.")
                    .from(configuration.origin(prefix + "host").orElse(null))
                    .remedy("Leave out one of " + prefix + "host and " + prefix + "hosts."));
        }
        return hosts.stream().map(text -> server(text.strip(), port)).toList();
    }

    private ServerAddress server(final String text, final int port) {
        final Authority authority = Authority.of(text);
        if (authority == null || authority.userInfo() != null || authority.port() == 0) {
            problems.add(StartProblem.of("'" + text + "' in " + prefix + "hosts is not a host, or a host and a port.")
                    .from(configuration.origin(prefix + "hosts").orElse(null))
                    .remedy("Set it to a list such as db1:5432,db2:5432."));
            return new ServerAddress(text, port);
        }
        return new ServerAddress(authority.host(), authority.port() < 0 ? port : authority.port());
    }

    private <T> T value(final String key, final T single, final Function<String, T> reader) {
        final String text = url.get(key);
        if (text == null) {
            return single;
        }
        final T chosen = reader.apply(text);
        final String name = prefix + key;
        if (configuration.isSet(name) && !Objects.equals(chosen, single)) {
            problems.add(StartProblem.of(prefix + "url and " + name + " say different things"
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
