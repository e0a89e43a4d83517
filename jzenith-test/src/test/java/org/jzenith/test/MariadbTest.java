package org.jzenith.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.jzenith.core.JZenith;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.problem.StartException;
import org.jzenith.test.database.TestServer;

/** An application with a plugin for MariaDB gets a database on the embedded MariaDB. */
final class MariadbTest {

    private static final AtomicInteger MIGRATIONS = new AtomicInteger();
    private static final List<Connection> LEFT = new CopyOnWriteArrayList<>();

    @RegisterExtension
    static final JZenithExtension ONE = withTable(MIGRATIONS);

    @RegisterExtension
    static final JZenithExtension OTHER = withTable(MIGRATIONS);

    @RegisterExtension
    static final JZenithExtension OWNED = JZenithExtension.of(() -> JZenith.application()
            .withPlugins(new TablePlugin("mysql", new AtomicInteger()))
            .withConfiguration("mysql.username", "shop")
            .withConfiguration("mysql.password", "of-production"));

    @AfterAll
    static void closeConnections() throws SQLException {
        for (final Connection connection : LEFT) {
            connection.close();
        }
    }

    private static JZenithExtension withTable(final AtomicInteger migrations) {
        return JZenithExtension.of(() -> JZenith.application().withPlugins(new TablePlugin("mysql", migrations)));
    }

    private static Connection connect(final JZenithExtension extension) throws SQLException {
        return TablePlugin.connect("mysql", extension.get(Configuration.class));
    }

    @Test
    void applicationsGetCopiesOfATemplateThatWasMigratedOnce() throws SQLException {
        try (Connection one = connect(ONE);
                Connection other = connect(OTHER);
                Statement ofOne = one.createStatement();
                Statement ofOther = other.createStatement()) {
            ofOne.execute("INSERT INTO cat VALUES ('Tom')");
            assertThat(TablePlugin.query(ofOne, "SELECT name FROM cat")).isEqualTo("Tom");
            assertThat(TablePlugin.query(ofOther, "SELECT count(*) FROM cat")).isEqualTo("0");
        }
        assertThat(MIGRATIONS).hasValue(1);
        assertThat(ONE.get(Configuration.class).value("mysql.url"))
                .hasValue("mariadb://127.0.0.1:" + value(ONE, "port") + "/" + value(ONE, "database"));
    }

    private static String value(final JZenithExtension extension, final String name) {
        return extension.get(Configuration.class).value("mysql." + name).orElseThrow();
    }

    @Test
    void theConfiguredUserHasTheRightsOfTheDatabase() throws SQLException {
        try (Connection connection = connect(OWNED);
                Statement statement = connection.createStatement()) {
            assertThat(TablePlugin.query(statement, "SELECT CURRENT_USER()")).isEqualTo("shop@%");
            statement.execute("ALTER TABLE cat ADD COLUMN age INT");
            assertThatThrownBy(() -> statement.execute("CREATE DATABASE further"))
                    .hasMessageContaining("Access denied");
        }
    }

    static final class LeavesASession {

        @RegisterExtension
        static final JZenithExtension APP = withTable(new AtomicInteger()).withLeakTimeout(Duration.ofMillis(100));

        @Test
        void connects() throws SQLException {
            LEFT.add(connect(APP));
        }
    }

    @Test
    void aSessionThatIsLeftFailsTheClass() {
        EngineTestKit.engine("junit-jupiter")
                .selectors(DiscoverySelectors.selectClass(LeavesASession.class))
                .execute()
                .containerEvents()
                .failed()
                .assertThatEvents()
                .singleElement()
                .asString()
                .contains("of root, sleep");
    }

    /** Finds the classes of the test kit, but not those of the optional module. */
    private static final class WithoutModule extends ClassLoader {

        private static final String KIT = "org.jzenith.test.internal.database.";

        WithoutModule() {
            super(MariadbTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(final String name, final boolean resolve) throws ClassNotFoundException {
            if (name.startsWith("org.jzenith.mysql.embedded.")) {
                throw new ClassNotFoundException(name);
            }
            if (!name.startsWith(KIT)) {
                return super.loadClass(name, resolve);
            }
            final Class<?> known = findLoadedClass(name);
            if (known != null) {
                return known;
            }
            try (InputStream file = getResourceAsStream(name.replace('.', '/') + ".class")) {
                final byte[] bytes = file.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (final IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    @Test
    void aMissingModuleIsReported() throws ReflectiveOperationException {
        final TestServer server = (TestServer) new WithoutModule()
                .loadClass(WithoutModule.KIT + "MariadbTestServer")
                .getConstructor()
                .newInstance();
        assertThatThrownBy(() -> server.newDatabase("mysql"))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("The application has a MysqlPlugin, but the test kit finds no MariaDB.")
                .hasMessageContaining("Add the artifact org.jzenith:jzenith-mysql-embedded with the scope test");
        server.close();
    }
}
