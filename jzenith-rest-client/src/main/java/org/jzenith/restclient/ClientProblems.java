package org.jzenith.restclient;

import io.smallrye.config.Secret;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.http.internal.tls.PrivateKeyFile;
import org.jzenith.restclient.internal.call.BaseUrls;
import org.jzenith.restclient.internal.configuration.ClientTlsConfiguration;
import org.jzenith.restclient.internal.configuration.RestClientConfiguration;

/** Finds mistakes in the settings of a client, besides those that the types of the settings find. */
final class ClientProblems {

    private final List<StartProblem> problems = new ArrayList<>();
    private final Configuration configuration;
    private final String prefix;

    private ClientProblems(final Configuration configuration, final String prefix) {
        this.configuration = configuration;
        this.prefix = prefix;
    }

    static List<StartProblem> of(final String name, final Configuration configuration) {
        final ClientProblems found = new ClientProblems(configuration, "rest-client." + name + ".");
        found.check(configuration.qualified(name).get(RestClientConfiguration.class));
        return found.problems;
    }

    /** Finds a class in the place of an interface. */
    static void addMissingInterface(
            final ClientDescription client, final Class<?> type, final List<StartProblem> problems) {
        if (!type.isInterface()) {
            problems.add(StartProblem.of("The client '" + client.name() + "' is made for " + type.getName()
                            + ", which is no interface.")
                    .from(client.line())
                    .remedy("Declare the methods of the service in an interface."));
        }
    }

    /** Finds libraries that are optional, because typed clients do without them. */
    static void addMissingLibraries(final ClientDescription client, final List<StartProblem> problems) {
        try {
            Class.forName("org.jboss.resteasy.client.jaxrs.engines.vertx.VertxClientHttpEngine");
            Class.forName("org.jboss.resteasy.rxjava2.SingleRxInvokerProvider");
        } catch (final ClassNotFoundException e) {
            problems.add(StartProblem.of(
                            "The client '" + client.name() + "' needs a class that is missing: " + e.getMessage() + ".")
                    .from(client.line())
                    .remedy("Add the dependencies org.jboss.resteasy:resteasy-client-vertx and"
                            + " org.jboss.resteasy:resteasy-rxjava2."));
        }
    }

    private void check(final RestClientConfiguration settings) {
        for (final String url : settings.url()) {
            try {
                BaseUrls.check(url);
            } catch (final IllegalArgumentException e) {
                add(
                        "url",
                        "'" + url + "' is no base URL: " + e.getMessage() + ".",
                        "Set it to a URL such as https://stock.example/api.");
            }
        }
        settings.proxy()
                .filter(proxy -> !proxy.matches("[^:/]+:\\d{1,5}"))
                .ifPresent(proxy -> add("proxy", "'" + proxy + "' is no address of a proxy.", "Set it to host:port."));
        final ClientTlsConfiguration tls = settings.tls();
        file("tls.trusted-certificates", tls.trustedCertificates());
        file("tls.certificate", tls.certificate());
        file("tls.key", tls.key());
        file("tls.keystore", tls.keystore());
        if (tls.key().filter(Files::isReadable).isPresent()) {
            try {
                PrivateKeyFile.read(
                        tls.key().get(), tls.keyPassword().map(Secret::get).orElse(null));
            } catch (final IOException e) {
                add(
                        "tls.key",
                        String.valueOf(e.getMessage()),
                        "Set it to a private key, and its password if it has one.");
            }
        }
        if (tls.certificate().isPresent() != tls.key().isPresent()) {
            add(
                    tls.certificate().isPresent() ? "tls.certificate" : "tls.key",
                    "One of " + prefix + "tls.certificate and " + prefix + "tls.key is not set.",
                    "Set both to PEM files.");
        }
    }

    private void file(final String key, final Optional<Path> file) {
        if (file.isPresent() && !Files.isReadable(file.get())) {
            add(key, "The file " + file.get() + " cannot be read.", "Set " + prefix + key + " to a readable file.");
        }
    }

    private void add(final String key, final String what, final String remedy) {
        problems.add(StartProblem.of(what)
                .from(prefix
                        + key
                        + configuration
                                .origin(prefix + key)
                                .map(origin -> ", " + origin)
                                .orElse(""))
                .remedy(remedy));
    }
}
