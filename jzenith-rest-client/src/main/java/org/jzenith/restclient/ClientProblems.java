package org.jzenith.restclient;

import java.util.ArrayList;
import java.util.List;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.internal.tls.ClientTls;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.restclient.internal.call.BaseUrls;
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
        problems.addAll(ClientTls.problems(settings.tls(), prefix + "tls", configuration));
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
