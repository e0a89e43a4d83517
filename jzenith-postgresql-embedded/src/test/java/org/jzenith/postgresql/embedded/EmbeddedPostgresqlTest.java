package org.jzenith.postgresql.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.inject.Injector;
import io.reactivex.Completable;
import io.smallrye.config.ConfigMapping;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.core.JZenith;
import org.jzenith.core.Plugin;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.problem.StartException;

final class EmbeddedPostgresqlTest {

    @Test
    void providesADatabaseOfTheConfiguredNameAndStopsWithTheApplication() throws Exception {
        final int port;
        try (RunningApplication application = JZenith.application()
                .withPlugins(EmbeddedPostgresql.create())
                .withConfiguration("postgresql.database", "test")
                .run()) {
            final Configuration configuration = application.get(Configuration.class);
            port = port(configuration);
            assertThat(configuration.value("postgresql.host")).hasValue("127.0.0.1");
            assertThat(query(configuration, "SELECT current_database()")).isEqualTo("test");
            assertThat(query(configuration, "SHOW fsync")).isEqualTo("off");
            assertThat(query(configuration, "SHOW listen_addresses")).isEqualTo("127.0.0.1");
        }
        assertThatPortIsClosed(port);
    }

    @Test
    void configuredHostSwitchesItOff() {
        for (final String key : new String[] {"postgresql.host", "postgresql.port", "postgresql.url"}) {
            try (RunningApplication application = JZenith.application()
                    .withPlugins(EmbeddedPostgresql.create())
                    .withConfiguration(key, "7")
                    .run()) {
                assertThat(application.get(Configuration.class).isSet("postgresql.username"))
                        .as(key)
                        .isFalse();
            }
        }
    }

    @Test
    void configuredUserOwnsTheDatabaseWithoutBeingSuperuser() throws Exception {
        try (RunningApplication application = JZenith.application()
                .withPlugins(EmbeddedPostgresql.create())
                .withConfiguration("postgresql.database", "shop")
                .withConfiguration("postgresql.username", "keeper")
                .withConfiguration("postgresql.password", "it's secret")
                .run()) {
            final Configuration configuration = application.get(Configuration.class);
            assertThat(query(configuration, "SELECT current_user")).isEqualTo("keeper");
            assertThat(query(configuration, "SELECT rolsuper FROM pg_roles WHERE rolname = current_user"))
                    .isEqualTo("f");
            assertThat(query(configuration, "SELECT pg_get_userbyid(datdba) FROM pg_database WHERE datname = 'shop'"))
                    .isEqualTo("keeper");
        }
    }

    @Test
    void keptDirectoryTakesTheConfiguredPasswordAtEachStart(@TempDir final Path directory) throws Exception {
        for (final String password : new String[] {"first", "second"}) {
            try (RunningApplication application = JZenith.application()
                    .withPlugins(EmbeddedPostgresql.create().inDirectory(directory))
                    .withConfiguration("postgresql.password", password)
                    .run()) {
                final Configuration configuration = application.get(Configuration.class);
                assertThat(configuration.value("postgresql.password")).hasValue(password);
                assertThat(query(configuration, "SELECT 1")).isEqualTo("1");
            }
        }
        try (RunningApplication application = JZenith.application()
                .withPlugins(EmbeddedPostgresql.create().inDirectory(directory))
                .run()) {
            assertThat(query(application.get(Configuration.class), "SELECT 1")).isEqualTo("1");
        }
    }

    /** The settings of a database, as the plugin of a driver reads them. */
    @ConfigMapping(prefix = "postgresql")
    public interface DatabaseSettings {

        Optional<String> host();

        Optional<Integer> port();

        Optional<String> database();

        Optional<String> username();

        Optional<String> password();
    }

    private record DatabasePlugin(String qualifier) implements Plugin {

        @Override
        public String name() {
            return qualifier.isEmpty() ? "postgresql" : "postgresql." + qualifier;
        }

        @Override
        public List<Class<?>> configurations() {
            return List.of(DatabaseSettings.class);
        }
    }

    @Test
    void allDatabasesOfAnApplicationAreOnOneServer() throws Exception {
        final int port;
        try (RunningApplication application = JZenith.application()
                .withPlugins(
                        new DatabasePlugin(""),
                        new DatabasePlugin("archive"),
                        new DatabasePlugin("audit"),
                        new DatabasePlugin("elsewhere"),
                        EmbeddedPostgresql.create())
                .withConfiguration("postgresql.database", "shop")
                .withConfiguration("postgresql.audit.database", "trail")
                .withConfiguration("postgresql.audit.password", "secret")
                .withConfiguration("postgresql.elsewhere.host", "db.example.org")
                .run()) {
            final Configuration shop = application.get(Configuration.class);
            final Configuration archive = shop.qualified("archive");
            final Configuration audit = shop.qualified("audit");
            port = port(shop);
            assertThat(port(archive)).isEqualTo(port);
            assertThat(port(audit)).isEqualTo(port);
            assertThat(query(shop, "SELECT current_database()")).isEqualTo("shop");
            assertThat(query(archive, "SELECT current_database()")).isEqualTo("archive");
            assertThat(query(audit, "SELECT current_database() || ' ' || current_user"))
                    .isEqualTo("trail audit");
            assertThat(shop.isSet("postgresql.elsewhere.port")).isFalse();
        }
        assertThatPortIsClosed(port);
    }

    @Test
    void twoRunsOfOneBuilderHaveServersOfTheirOwn() throws Exception {
        final JZenith builder = JZenith.application().withPlugins(EmbeddedPostgresql.create());
        final RunningApplication one = builder.run();
        final Configuration stopped = one.get(Configuration.class);
        try (RunningApplication other = builder.run()) {
            final Configuration configuration = other.get(Configuration.class);
            assertThat(port(configuration)).isNotEqualTo(port(stopped));
            one.stop();
            assertThatPortIsClosed(port(stopped));
            assertThat(query(configuration, "SELECT 1")).isEqualTo("1");
        }
    }

    @Test
    void failedStartOfTheApplicationStopsTheServer() {
        final AtomicReference<Configuration> seen = new AtomicReference<>();
        final Plugin failing = new Plugin() {
            @Override
            public String name() {
                return "failing";
            }

            @Override
            public Completable prepare(final Injector injector) {
                seen.set(injector.getInstance(Configuration.class));
                return Completable.error(new IllegalStateException("no luck"));
            }
        };
        assertThatThrownBy(() -> JZenith.application()
                        .withPlugins(failing, EmbeddedPostgresql.create())
                        .run())
                .isInstanceOf(StartException.class)
                .hasMessageContaining("no luck");
        assertThatPortIsClosed(port(seen.get()));
    }

    @Test
    void serverThatCannotStartIsAProblemOfTheApplication(@TempDir final Path directory) throws Exception {
        final Path file = Files.createFile(directory.resolve("file"));
        assertThatThrownBy(() -> JZenith.application()
                        .withPlugins(EmbeddedPostgresql.create().inDirectory(file.resolve("data")))
                        .run())
                .isInstanceOfSatisfying(
                        StartException.class,
                        e -> assertThat(e.problems())
                                .singleElement()
                                .satisfies(problem ->
                                        assertThat(problem.what()).contains("cannot write to the directory")));
    }

    private static void assertThatPortIsClosed(final int port) {
        assertThatThrownBy(() -> new Socket().connect(new InetSocketAddress("127.0.0.1", port)))
                .isInstanceOf(ConnectException.class);
    }

    private static int port(final Configuration configuration) {
        return Integer.parseInt(configuration.value("postgresql.port").orElseThrow());
    }

    private static String query(final Configuration configuration, final String sql) throws SQLException {
        final String url = "jdbc:postgresql://127.0.0.1:" + port(configuration) + "/"
                + configuration.value("postgresql.database").orElseThrow();
        try (Connection connection = DriverManager.getConnection(
                        url,
                        configuration.value("postgresql.username").orElseThrow(),
                        configuration.value("postgresql.password").orElseThrow());
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getString(1);
        }
    }
}
