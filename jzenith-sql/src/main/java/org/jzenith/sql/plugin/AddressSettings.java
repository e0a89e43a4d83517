package org.jzenith.sql.plugin;

import io.smallrye.config.Secret;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.internal.address.UrlSettings;
import org.jzenith.core.internal.start.Authority;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.sql.driver.DatabaseAddress;
import org.jzenith.sql.driver.DatabaseProduct;
import org.jzenith.sql.driver.ServerAddress;
import org.jzenith.sql.driver.SqlConfiguration;

/** Reads the address of a database. */
final class AddressSettings {

    private final UrlSettings values;
    private final String prefix;
    private final Configuration configuration;
    private final List<StartProblem> problems;

    private AddressSettings(final UrlSettings values) {
        this.values = values;
        this.prefix = values.prefix();
        this.configuration = values.configuration();
        this.problems = values.problems();
    }

    /**
     * Returns the address that the settings give, in parts or as a URL; throws a {@code StartException} if they contradict each other or
     * are invalid.
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
        final DatabaseAddress address = new AddressSettings(new UrlSettings(prefix, url, configuration, problems))
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
        final Path trustFile = values.value(
                        "tls.trust-file", settings.tls().trustFile(), text -> Optional.of(Path.of(text)))
                .orElse(null);
        final DatabaseAddress address = new DatabaseAddress(
                servers(settings, hosts),
                values.value("database", settings.database(), Function.identity()),
                values.value("username", settings.username(), Function.identity()),
                values.value("password", settings.password().map(Secret::get), Optional::of)
                        .orElse(null),
                values.value("tls.mode", settings.tls().mode(), DatabaseUrl::tlsMode),
                trustFile,
                values.value("application-name", settings.applicationName(), Function.identity()),
                parameters.stream()
                        .filter(values.url()::containsKey)
                        .collect(Collectors.toMap(
                                Function.identity(),
                                key -> values.value(
                                        key, configuration.value(prefix + key).orElse(""), Function.identity()))));
        if (trustFile != null && !Files.isReadable(trustFile)) {
            final String key = prefix + "tls.trust-file";
            problems.add(StartProblem.of("The trust file '" + trustFile + "' cannot be read.")
                    .from(configuration.origin(key).orElse(null))
                    .remedy("Set " + key + " to a PEM file, or remove it to trust the authorities of the JVM."));
        }
        return address;
    }

    private List<ServerAddress> servers(final SqlConfiguration settings, final List<String> single) {
        final String host = values.value("host", settings.host(), Function.identity());
        final int port = values.value("port", settings.port(), Integer::valueOf);
        final List<String> hosts = values.value("hosts", single, text -> List.of(text.split(",")));
        if (hosts.isEmpty()) {
            return List.of(new ServerAddress(host, port));
        }
        if (configuration.isSet(prefix + "host") || values.url().containsKey("host")) {
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
}
