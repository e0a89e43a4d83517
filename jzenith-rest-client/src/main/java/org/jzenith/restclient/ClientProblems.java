package org.jzenith.restclient;

import io.smallrye.config.Secret;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.internal.tls.ClientTls;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.restclient.internal.call.BaseUrls;
import org.jzenith.restclient.internal.call.HeaderRules;
import org.jzenith.restclient.internal.configuration.ClientCredentialsConfiguration;
import org.jzenith.restclient.internal.configuration.RestClientConfiguration;

/** Finds mistakes in a client's settings that the conversion to their types cannot find. */
final class ClientProblems {

    private final List<StartProblem> problems = new ArrayList<>();
    private final Configuration configuration;
    private final String prefix;

    private ClientProblems(final Configuration configuration, final String prefix) {
        this.configuration = configuration;
        this.prefix = prefix;
    }

    static List<StartProblem> of(final ClientDescription client, final Configuration configuration) {
        final ClientProblems found = new ClientProblems(configuration, "rest-client." + client.name() + ".");
        final RestClientConfiguration settings =
                configuration.qualified(client.name()).get(RestClientConfiguration.class);
        found.check(settings);
        found.checkHeaders(client, settings);
        found.checkAuthorization(client, settings);
        found.checkTyped(client, settings);
        return found.problems;
    }

    /** Finds a client whose type is not an interface. */
    static void addMissingInterface(
            final ClientDescription client, final Class<?> type, final List<StartProblem> problems) {
        if (!type.isInterface()) {
            problems.add(StartProblem.of("The client '" + client.name() + "' is for " + type.getName()
                            + ", which is not an interface.")
                    .from(client.line())
                    .remedy("Declare the methods of the service in an interface."));
        }
    }

    /**
     * Finds missing libraries of clients with the API of Jakarta REST. The libraries are optional, because typed clients do not need them.
     */
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
                        "'" + url + "' is not a base URL: " + e.getMessage() + ".",
                        "Set it to a URL such as https://stock.example/api.");
            }
        }
        settings.clientCredentials()
                .map(ClientCredentialsConfiguration::tokenUrl)
                .ifPresent(url -> {
                    try {
                        BaseUrls.checkEndpoint(url);
                    } catch (final IllegalArgumentException e) {
                        add(
                                "client-credentials.token-url",
                                "'" + BaseUrls.withoutQuery(url) + "' is not a valid URL of a token endpoint: "
                                        + e.getMessage() + ".",
                                "Set it to a URL such as https://login.example/oauth2/token.");
                    }
                });
        settings.proxy()
                .filter(proxy -> !proxy.matches("[^:/]+:\\d{1,5}"))
                .ifPresent(
                        proxy -> add("proxy", "'" + proxy + "' is not a valid proxy address.", "Set it to host:port."));
        problems.addAll(ClientTls.problems(settings.tls(), prefix + "tls", configuration));
    }

    private void checkHeaders(final ClientDescription client, final RestClientConfiguration settings) {
        client.headers().forEach((name, value) -> checkHeader(name, value, settings, client.line(), true));
        final Map<String, Map.Entry<String, Secret<String>>> first = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (final Map.Entry<String, Secret<String>> each : settings.headers().entrySet()) {
            final String name = BoundClient.headerName(each.getKey());
            final String value = each.getValue().get();
            final String source = from("headers." + each.getKey());
            checkHeader(name, value, settings, source, false);
            final Map.Entry<String, Secret<String>> other = first.putIfAbsent(name, each);
            // a variable of the environment may be the value of two keys, with dots and with hyphens
            if (other != null && !value.equals(other.getValue().get())) {
                problems.add(StartProblem.of("The default header '" + name + "' has two values.")
                        .from(from("headers." + other.getKey()) + " and " + source)
                        .remedy("Remove one of the keys."));
            }
        }
    }

    private void checkHeader(
            final String name,
            final String value,
            final RestClientConfiguration settings,
            final String source,
            final boolean isCode) {
        final String remedy = HeaderRules.remedy(name, settings);
        final String place = "The default header '" + name + "'";
        if (remedy != null) {
            problems.add(StartProblem.of(place + " cannot be set for all calls, because the client sets it itself.")
                    .from(source)
                    .remedy(remedy));
        } else if (!HeaderRules.isName(name)) {
            problems.add(StartProblem.of(place + " is not a valid header name.")
                    .from(source)
                    .remedy("Use letters, digits and hyphens, such as X-Api-Key."));
        } else if (!HeaderRules.isValue(value)) {
            problems.add(StartProblem.of(place + " has a value that a header cannot contain.")
                    .from(source)
                    .remedy((isCode ? "Pass withHeader(..)" : "Set it to")
                            + " a value of visible ASCII characters and spaces, without leading or trailing spaces."));
        }
    }

    /** Finds several sources of the header Authorization, because only one of them can be sent. */
    private void checkAuthorization(final ClientDescription client, final RestClientConfiguration settings) {
        final List<String> sources = new ArrayList<>();
        if (BoundClient.headers(client, settings).containsKey("Authorization")) {
            sources.add("a default header 'Authorization'");
        }
        if (settings.clientCredentials().isPresent()) {
            sources.add(prefix + "client-credentials");
        }
        if (settings.forwardToken()) {
            sources.add(prefix + "forward-token");
        }
        if (sources.size() > 1) {
            problems.add(StartProblem.of("The client '" + client.name() + "' has several tokens to send: "
                            + String.join(" and ", sources) + ".")
                    .from(client.line())
                    .remedy("Keep one of them, or add a second client with its own name."));
        }
    }

    /** Finds additions that only a client of an interface supports. */
    private void checkTyped(final ClientDescription client, final RestClientConfiguration settings) {
        final String path = client.healthPath();
        if (path != null && !path.matches("/[!-~&&[^#]]*")) {
            problems.add(StartProblem.of("The health check of the client '" + client.name() + "' has the path '" + path
                            + "', which is not a path below the base URL.")
                    .from(client.line())
                    .remedy("Call withHealthCheck(..) with a path such as /health."));
        }
        if (client.type() == null
                && (path != null
                        || client.hasFilters()
                        || settings.clientCredentials().isPresent())) {
            problems.add(StartProblem.of("The client '" + client.name()
                            + "' is a plain Jakarta REST client, which does not support RestClient filters, health "
                            + "checks or client credentials.")
                    .from(client.line())
                    .remedy("Use RestClientPlugin.of(..), or register a ClientRequestFilter with the WebTarget."));
        }
    }

    private String from(final String key) {
        return prefix
                + key
                + configuration
                        .origin(prefix + key)
                        .map(origin -> ", " + origin)
                        .orElse("");
    }

    private void add(final String key, final String what, final String remedy) {
        problems.add(StartProblem.of(what).from(from(key)).remedy(remedy));
    }
}
