package org.jzenith.rest.internal.bootstrap;

import jakarta.ws.rs.SeBootstrap;
import jakarta.ws.rs.SeBootstrap.Configuration.SSLClientAuthentication;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.rest.RestApi;

/** An application that was started by {@code SeBootstrap.start(..)}. */
final class ApplicationInstance implements SeBootstrap.Instance {

    private static final String CONTEXT_PATH = "rest.context-path";

    private final RunningApplication application;
    private final SeBootstrap.Configuration configuration;

    private ApplicationInstance(final RunningApplication application, final SeBootstrap.Configuration configuration) {
        this.application = application;
        this.configuration = configuration;
    }

    static CompletionStage<SeBootstrap.Instance> start(
            final Supplier<RestApi> plugin, final BootstrapConfiguration requested) {
        return onThread("jzenith-bootstrap-start", () -> {
            final JZenith builder = JZenith.application().withPlugins(plugin.get());
            if (isHttps(requested)) {
                builder.withPlugins(new TlsRequirement());
            }
            final Map<String, Object> settings = settings(requested);
            settings.forEach(builder::withOverridingConfiguration);
            final RunningApplication application = builder.run();
            return new ApplicationInstance(
                    application,
                    requested
                            .with(SeBootstrap.Configuration.ROOT_PATH, settings.getOrDefault(CONTEXT_PATH, "/"))
                            .with(
                                    SeBootstrap.Configuration.PROTOCOL,
                                    application.uri().getScheme().toUpperCase(Locale.ROOT))
                            .with(
                                    SeBootstrap.Configuration.PORT,
                                    application.uri().getPort()));
        });
    }

    /** Returns the requested settings; they override files and the environment. */
    static Map<String, Object> settings(final BootstrapConfiguration requested) {
        final List<StartProblem> problems = new ArrayList<>();
        final String host = value(requested, SeBootstrap.Configuration.HOST, String.class, problems);
        final Integer port = value(requested, SeBootstrap.Configuration.PORT, Integer.class, problems);
        final String path = value(requested, SeBootstrap.Configuration.ROOT_PATH, String.class, problems);
        final String protocol = value(requested, SeBootstrap.Configuration.PROTOCOL, String.class, problems);
        if (protocol != null && !protocol.equalsIgnoreCase("HTTP") && !isHttps(requested)) {
            problems.add(problem(SeBootstrap.Configuration.PROTOCOL, protocol, "jZenith serves HTTP and HTTPS.")
                    .remedy("Set it to HTTP or HTTPS."));
        }
        if (isHttps(requested) && requested.given().containsKey(SeBootstrap.Configuration.SSL_CONTEXT)) {
            problems.add(problem(
                            SeBootstrap.Configuration.SSL_CONTEXT,
                            "an SSLContext",
                            "jZenith reads the certificate and the key from files.")
                    .remedy("Remove it, and set rest.tls.certificate and rest.tls.key."));
        }
        final SSLClientAuthentication clients = value(
                requested,
                SeBootstrap.Configuration.SSL_CLIENT_AUTHENTICATION,
                SSLClientAuthentication.class,
                problems);
        if (path != null && path.indexOf('{') >= 0) {
            problems.add(problem(SeBootstrap.Configuration.ROOT_PATH, path, "A root path cannot have parameters.")
                    .remedy("Set it to a path without braces, and put parameters in the @Path of a resource."));
        }
        if (host == null || port == null || path == null || clients == null || !problems.isEmpty()) {
            throw new StartException(problems);
        }
        final Map<String, Object> settings =
                new HashMap<>(Map.of("rest.host", host, CONTEXT_PATH, ("/" + path).replaceAll("/{2,}", "/")));
        if (port != SeBootstrap.Configuration.DEFAULT_PORT) {
            settings.put("rest.port", port);
        }
        if (clients != SSLClientAuthentication.NONE) {
            settings.put(
                    "rest.tls.client-certificates",
                    clients == SSLClientAuthentication.MANDATORY ? "require" : "request");
        }
        return Map.copyOf(settings);
    }

    private static boolean isHttps(final BootstrapConfiguration requested) {
        return "HTTPS".equalsIgnoreCase(String.valueOf(requested.property(SeBootstrap.Configuration.PROTOCOL)));
    }

    private static <T> @Nullable T value(
            final BootstrapConfiguration requested,
            final String name,
            final Class<T> type,
            final List<StartProblem> problems) {
        final Object value = requested.property(name);
        if (!type.isInstance(value)) {
            problems.add(problem(name, value, "It has to be a " + type.getSimpleName() + "."));
            return null;
        }
        return type.cast(value);
    }

    private static StartProblem problem(final String name, final @Nullable Object value, final String reason) {
        return StartProblem.of("The property " + name + " is '" + value + "'. " + reason)
                .from("SeBootstrap.Configuration");
    }

    /** A start and a stop wait, so that neither may run on an event loop or on the caller's thread. */
    private static <T> CompletionStage<T> onThread(final String name, final Supplier<T> work) {
        return CompletableFuture.supplyAsync(work, task -> new Thread(task, name).start());
    }

    @Override
    public SeBootstrap.Configuration configuration() {
        return configuration;
    }

    @Override
    public CompletionStage<StopResult> stop() {
        return onThread("jzenith-bootstrap-stop", () -> {
            application.stop();
            return new NoResult();
        });
    }

    /** The API's own does not wait for the stop, so that the JVM may end before the consumer is called. */
    @Override
    public void stopOnShutdown(final Consumer<StopResult> consumer) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stopThen(consumer), "jzenith-bootstrap-shutdown"));
    }

    void stopThen(final Consumer<StopResult> consumer) {
        try {
            application.stop();
        } finally {
            consumer.accept(new NoResult());
        }
    }

    @Override
    public <T> T unwrap(final Class<T> type) {
        return type.cast(application);
    }

    /** A stop that is over; there is nothing to say about it. */
    private static final class NoResult implements StopResult {

        @Override
        @SuppressWarnings("NullAway") // the API returns null where there is no native result
        public <T> T unwrap(final Class<T> type) {
            return null;
        }
    }
}
