package org.jzenith.embedded.internal;

import io.reactivex.Completable;
import io.reactivex.Single;
import io.reactivex.schedulers.Schedulers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.Plugin;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.development.DevelopmentSession;
import org.jzenith.core.internal.configuration.JZenithConfiguration;
import org.jzenith.core.plugin.ConfigurationProvider;
import org.jzenith.embedded.EmbeddedServer;

/**
 * The plugin that starts a product's server for the plugins of an application that have no address.
 *
 * @param <S> the type of the server
 */
public final class EmbeddedServerProvider<S extends EmbeddedServer> implements Plugin, ConfigurationProvider {

    private final Product product;
    private final Class<S> type;
    private final @Nullable Path directory;
    private final Starter<S> starter;
    private final Provision<S> provision;
    private final Map<Configuration, Run> runs = new ConcurrentHashMap<>();

    /** Starts a server. */
    public interface Starter<S> {

        /**
         * Starts it.
         *
         * @param directory the directory of kept data; null for data that is deleted at the stop
         */
        S start(@Nullable Path directory, Duration limit);
    }

    /** Makes a running server ready for one plugin. */
    public interface Provision<S> {

        /**
         * Creates what the settings name and the server does not have yet.
         *
         * @param settings of the plugin
         * @return the settings that are provided, by key without the product's prefix
         */
        Map<String, String> provide(S server, Configuration settings);
    }

    /**
     * Creates the plugin.
     *
     * @param directory the directory of the data; null for one that is deleted at the stop
     */
    public EmbeddedServerProvider(
            final Product product,
            final Class<S> type,
            final @Nullable Path directory,
            final Starter<S> starter,
            final Provision<S> provision) {
        this.product = product;
        this.type = type;
        this.directory = directory;
        this.starter = starter;
        this.provision = provision;
    }

    @Override
    public String name() {
        return product.pluginName();
    }

    @Override
    public Single<Map<String, String>> provideConfiguration(final Configuration configuration) {
        final List<Configuration> served = served(configuration);
        if (served.isEmpty()) {
            return Single.just(Map.of());
        }
        final Run run = new Run(configuration, served);
        runs.put(configuration, run);
        return Single.fromCallable(run::start).subscribeOn(Schedulers.io());
    }

    /** The server and its data survive the restarts; the session stops it. */
    @Override
    public Single<Map<String, String>> provideConfiguration(
            final Configuration configuration, final DevelopmentSession session) {
        final List<Configuration> served = served(configuration);
        if (served.isEmpty()) {
            return Single.just(Map.of());
        }
        final String key = name() + (directory == null ? "" : " in " + directory.toAbsolutePath());
        final Run run = new Run(configuration, served);
        return Single.fromCallable(() -> run.provide(session.keep(key, type, run::newServer)))
                .subscribeOn(Schedulers.io());
    }

    /** The settings of each database without an address. */
    private List<Configuration> served(final Configuration configuration) {
        final List<String> qualifiers = configuration.qualifiers(key(product.address()));
        return (qualifiers.isEmpty() ? List.of("") : qualifiers)
                .stream()
                        .map(configuration::qualified)
                        .filter(each -> !isConfigured(each))
                        .toList();
    }

    private String key(final String name) {
        return product.prefix() + "." + name;
    }

    private boolean isConfigured(final Configuration settings) {
        final Optional<String> configured = Stream.of(
                        "url", "host", "port", "hosts", "sentinel.servers", product.address())
                .map(this::key)
                .filter(settings::isSet)
                .findFirst();
        configured.ifPresent(key -> product.logger()
                .debug("No embedded {} is started, because {} is set.", product.title(), settings.key(key)));
        return configured.isPresent();
    }

    @Override
    public Completable withdrawConfiguration(final Configuration configuration) {
        return Completable.fromAction(() -> {
                    final Run run = runs.remove(configuration);
                    if (run != null) {
                        run.stop();
                    }
                })
                .subscribeOn(Schedulers.io());
    }

    /** The server of one run; {@link #stop} can be called while {@link #start} still runs. */
    private final class Run {

        private final Configuration configuration;
        private final List<Configuration> served;
        private boolean stopped;
        private @Nullable S server;

        Run(final Configuration configuration, final List<Configuration> served) {
            this.configuration = configuration;
            this.served = served;
        }

        Map<String, String> start() {
            final S started = newServer();
            keep(started);
            return provide(started);
        }

        S newServer() {
            return starter.start(directory, limit());
        }

        Map<String, String> provide(final S started) {
            final Map<String, String> provided = new LinkedHashMap<>();
            for (final Configuration each : served) {
                final Map<String, String> values = provision.provide(started, each);
                values.forEach((name, value) -> provided.put(each.key(key(name)), value));
                final String database = values.get("database");
                product.logger()
                        .info(
                                "Embedded {} {} at {}:{}{}, {}; not for production.",
                                product.title(),
                                started.version(),
                                started.host(),
                                started.port(),
                                database == null ? "" : ", database '" + database + "'",
                                directory == null
                                        ? "data deleted at stop"
                                        : "data kept in " + directory.toAbsolutePath());
            }
            return provided;
        }

        /** Nine tenths of the startup time-out, so that the server's own report comes first. */
        private Duration limit() {
            return configuration
                    .get(JZenithConfiguration.class)
                    .startTimeout()
                    .multipliedBy(9)
                    .dividedBy(10);
        }

        private synchronized void keep(final S started) {
            if (stopped) {
                started.close();
                throw new IllegalStateException("The embedded " + product.title() + " was stopped while it started.");
            }
            server = started;
        }

        synchronized void stop() {
            stopped = true;
            if (server != null) {
                server.close();
            }
        }
    }
}
