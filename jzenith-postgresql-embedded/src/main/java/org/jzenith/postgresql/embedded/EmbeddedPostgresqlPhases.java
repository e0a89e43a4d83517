package org.jzenith.postgresql.embedded;

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
import org.jspecify.annotations.Nullable;
import org.jzenith.core.JZenithConfiguration;
import org.jzenith.core.Plugin;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.development.DevelopmentSession;
import org.jzenith.core.plugin.ConfigurationProvider;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The plugin that an {@code EmbeddedPostgresql} describes. */
final class EmbeddedPostgresqlPhases implements Plugin, ConfigurationProvider {

    private static final Logger LOGGER = LoggerFactory.getLogger("org.jzenith.postgresql.embedded.EmbeddedPostgresql");
    private static final List<String> ADDRESS = List.of("postgresql.url", "postgresql.host", "postgresql.port");

    private final @Nullable Path directory;
    private final Map<Configuration, Run> runs = new ConcurrentHashMap<>();

    /** @param directory the directory of the data; null for one that is deleted at the stop */
    EmbeddedPostgresqlPhases(final @Nullable Path directory) {
        this.directory = directory;
    }

    @Override
    public String name() {
        return "postgresql-embedded";
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
        return Single.fromCallable(() -> run.provide(session.keep(key, PostgresqlServer.class, run::newServer)))
                .subscribeOn(Schedulers.io());
    }

    /** The settings of each database without an address. */
    private static List<Configuration> served(final Configuration configuration) {
        final List<String> qualifiers = configuration.qualifiers("postgresql.host");
        return (qualifiers.isEmpty() ? List.of("") : qualifiers)
                .stream()
                        .map(configuration::qualified)
                        .filter(each -> !isConfigured(each))
                        .toList();
    }

    private static boolean isConfigured(final Configuration database) {
        final Optional<String> configured =
                ADDRESS.stream().filter(database::isSet).findFirst();
        configured.ifPresent(
                key -> LOGGER.debug("No embedded PostgreSQL is started, because {} is set.", database.key(key)));
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
        private @Nullable PostgresqlServer server;

        Run(final Configuration configuration, final List<Configuration> served) {
            this.configuration = configuration;
            this.served = served;
        }

        Map<String, String> start() {
            final PostgresqlServer started = newServer();
            keep(started);
            return provide(started);
        }

        PostgresqlServer newServer() {
            return PostgresqlServer.start(directory, limit());
        }

        /** Creates what the settings name and the server does not have yet. */
        Map<String, String> provide(final PostgresqlServer started) {
            final Map<String, String> provided = new LinkedHashMap<>();
            served.forEach(each -> provide(started, each).forEach((key, value) -> provided.put(each.key(key), value)));
            return provided;
        }

        private Map<String, String> provide(final PostgresqlServer started, final Configuration settings) {
            final String name = settings.qualifier();
            final Optional<String> ownPassword = setting(settings, "postgresql.password");
            final String database = setting(settings, "postgresql.database").orElse(name.isEmpty() ? "postgres" : name);
            // The superuser has one password, so another database with a password has a user of its own.
            final String username = setting(settings, "postgresql.username")
                    .orElse(name.isEmpty() || ownPassword.isEmpty() ? started.username() : name);
            final String password = ownPassword.orElseGet(started::password);
            createDatabase(started, database, username, password);
            LOGGER.info(
                    "Embedded PostgreSQL {} at {}:{}, database '{}', {}; not for production.",
                    started.version(),
                    started.host(),
                    started.port(),
                    database,
                    directory == null ? "data deleted at stop" : "data kept in " + directory.toAbsolutePath());
            return Map.of(
                    "postgresql.host", started.host(),
                    "postgresql.port", String.valueOf(started.port()),
                    "postgresql.database", database,
                    "postgresql.username", username,
                    "postgresql.password", password);
        }

        /** Nine tenths of the start time-out, so that the server's own report comes first. */
        private Duration limit() {
            return configuration
                    .get(JZenithConfiguration.class)
                    .startTimeout()
                    .multipliedBy(9)
                    .dividedBy(10);
        }

        private static Optional<String> setting(final Configuration settings, final String key) {
            return settings.isSet(key) ? settings.value(key) : Optional.empty();
        }

        private void createDatabase(
                final PostgresqlServer started, final String database, final String username, final String password) {
            final Databases databases = started.databases();
            if (!databases.exists(database)) {
                databases.create(database);
            }
            started.setOwner(database, username, password);
        }

        private synchronized void keep(final PostgresqlServer started) {
            if (stopped) {
                started.close();
                throw new IllegalStateException("The embedded PostgreSQL was stopped while it started.");
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
