package org.jzenith.test;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.inject.Injector;
import io.reactivex.Completable;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.core.JZenith;
import org.jzenith.core.Plugin;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.postgresql.embedded.EmbeddedPostgresql;
import shop.BlockingPlugin;

/** Test classes that {@link ExtensionReportTest} runs in an engine of their own, because most of them must fail. */
final class Samples {

    static final AtomicInteger MIGRATIONS = new AtomicInteger();
    static final Set<String> DATABASES = new ConcurrentSkipListSet<>();
    static final List<Connection> KEPT = new CopyOnWriteArrayList<>();
    private static final Duration SHORT = Duration.ofSeconds(1);
    static final CountDownLatch RELEASE = new CountDownLatch(1);

    private Samples() {}

    static final class LeavesAThread {

        @RegisterExtension
        static final JZenithExtension APP = JZenithExtension.of(
                        () -> JZenith.application().withPlugins(new ForgetfulPlugin()))
                .withLeakTimeout(SHORT);

        @Test
        void passes() {}
    }

    private static final class ForgetfulPlugin implements Plugin {

        @Override
        public String name() {
            return "forgetful";
        }

        @Override
        public Completable prepare(final Injector injector) {
            return Completable.fromAction(() -> {
                final Thread thread = new Thread(ForgetfulPlugin::waitForRelease, "forgotten");
                thread.setDaemon(true);
                thread.start();
            });
        }

        private static void waitForRelease() {
            try {
                RELEASE.await();
            } catch (final InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    static final class BlocksAnEventLoop {

        @RegisterExtension
        static final JZenithExtension APP = blocking();

        static JZenithExtension blocking() {
            return JZenithExtension.of(() -> JZenith.application().withPlugins(new BlockingPlugin()))
                    .withOverridingConfiguration("jzenith.blocked-threshold", "500ms");
        }

        @ParameterizedTest
        @ValueSource(strings = {"sleep", "compute", "pass"})
        void requests(final String path) {
            APP.http().get("/" + path).expectStatus(200);
        }
    }

    static final class MayBlockAnEventLoop {

        @RegisterExtension
        static final JZenithExtension APP = BlocksAnEventLoop.blocking().withoutEventLoopCheck();

        @Test
        void passes() {
            APP.http().get("/sleep").expectStatus(200);
        }
    }

    static final class LeavesAPort {

        @RegisterExtension
        static final JZenithExtension APP = JZenithExtension.of(
                        () -> JZenith.application().withPlugins(new ListenerPlugin(false)))
                .withLeakTimeout(SHORT);

        @Test
        void passes() {}
    }

    static final class LeavesATransaction {

        @RegisterExtension
        static final JZenithExtension APP = withTable().withLeakTimeout(SHORT);

        @Test
        void passes(final Configuration configuration) throws SQLException {
            final Connection connection = TablePlugin.connect(configuration);
            KEPT.add(connection);
            connection.setAutoCommit(false);
            try (Statement statement = connection.createStatement()) {
                statement.execute("INSERT INTO cat VALUES ('Tom')");
            }
        }
    }

    static final class DoesNotStart {

        @RegisterExtension
        static final JZenithExtension APP = JZenithExtension.of(() -> JZenith.application())
                .withOverridingModules(binder -> binder.getProvider(Runnable.class));

        @Test
        void passes() {}
    }

    static final class IsNotRegistered {

        static final JZenithExtension APP = withTable();

        @Test
        void fails() {
            APP.http();
        }
    }

    static final class WritesACat {

        @RegisterExtension
        static final JZenithExtension APP = withTable();

        @Inject
        private Configuration configuration;

        @Test
        void writes() throws SQLException {
            writeTheOnlyCat(configuration);
        }
    }

    static final class WritesAnotherCat {

        @RegisterExtension
        static final JZenithExtension APP = withTable();

        @Test
        void writes(final Configuration configuration) throws SQLException {
            writeTheOnlyCat(configuration);
        }
    }

    static final class HasOtherMigrations {

        @RegisterExtension
        static final JZenithExtension APP = withTable().withOverridingConfiguration("postgresql.locations", "db/other");

        @Test
        void writes(final Configuration configuration) throws SQLException {
            writeTheOnlyCat(configuration);
        }
    }

    static final class HasTimeToConnect {

        @RegisterExtension
        static final JZenithExtension APP = withTable();

        @RegisterExtension
        final JZenithExtension withLimit = withTable().withOverridingConfiguration("postgresql.connect-timeout", "3s");

        @RegisterExtension
        final JZenithExtension withLimitInCode = JZenithExtension.of(() -> JZenith.application()
                .withPlugins(new TablePlugin(MIGRATIONS))
                .withConfiguration("postgresql.connect-timeout", "4s"));

        @RegisterExtension
        final JZenithExtension ofApplication = withTable().withoutDatabase();

        @Test
        void connects() {
            assertThat(timeout(APP)).isEqualTo("60s");
            assertThat(timeout(withLimit)).isEqualTo("3s");
            assertThat(timeout(withLimitInCode)).isEqualTo("4s");
            assertThat(timeout(ofApplication)).isEqualTo("none");
        }

        private static String timeout(final JZenithExtension extension) {
            return extension
                    .get(Configuration.class)
                    .value("postgresql.connect-timeout")
                    .orElse("none");
        }
    }

    static final class Restarts {

        @RegisterExtension
        static final JZenithExtension APP = withTable();

        @Test
        void keepsTheCat() throws SQLException {
            writeTheOnlyCat(APP.get(Configuration.class));
            APP.restart();
            try (Connection connection = TablePlugin.connect(APP.get(Configuration.class));
                    Statement statement = connection.createStatement()) {
                assertThat(TablePlugin.query(statement, "SELECT name FROM cat")).isEqualTo("Tom");
            }
        }
    }

    static final class OptsOut {

        @RegisterExtension
        static final JZenithExtension APP = withTable().withoutDatabase();

        @Test
        void usesTheServerOfTheApplication(final Configuration configuration) throws SQLException {
            assertThat(configuration.value("postgresql.database")).hasValue("postgres");
            writeTheOnlyCat(configuration);
        }
    }

    private static JZenithExtension withTable() {
        return JZenithExtension.of(
                () -> JZenith.application().withPlugins(new TablePlugin(MIGRATIONS), EmbeddedPostgresql.create()));
    }

    private static void writeTheOnlyCat(final Configuration configuration) throws SQLException {
        try (Connection connection = TablePlugin.connect(configuration);
                Statement statement = connection.createStatement()) {
            DATABASES.add(TablePlugin.query(statement, "SELECT current_database()"));
            assertThat(TablePlugin.query(statement, "SELECT count(*) FROM cat")).isEqualTo("0");
            statement.execute("INSERT INTO cat VALUES ('Tom')");
        }
    }
}
