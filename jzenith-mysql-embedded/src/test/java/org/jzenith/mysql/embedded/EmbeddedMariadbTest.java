package org.jzenith.mysql.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.configuration.Configuration;

final class EmbeddedMariadbTest {

    @Test
    void providesADatabaseOfTheConfiguredNameAndStopsWithTheApplication() throws Exception {
        final int port;
        try (RunningApplication application = JZenith.application()
                .withPlugins(EmbeddedMariadb.create())
                .withConfiguration("mysql.database", "shop")
                .run()) {
            final Configuration configuration = application.get(Configuration.class);
            port = port(configuration);
            assertThat(configuration.value("mysql.host")).hasValue("127.0.0.1");
            assertThat(query(configuration, "SELECT CONCAT(DATABASE(), ' ', CURRENT_USER())"))
                    .isEqualTo("shop root@127.0.0.1");
        }
        assertThatThrownBy(() -> new Socket().connect(new InetSocketAddress("127.0.0.1", port)))
                .isInstanceOf(ConnectException.class);
    }

    @Test
    void configuredUserHasTheRightsOfTheDatabase() throws Exception {
        try (RunningApplication application = JZenith.application()
                .withPlugins(EmbeddedMariadb.create())
                .withConfiguration("mysql.username", "keeper")
                .withConfiguration("mysql.password", "it's secret")
                .run()) {
            final Configuration configuration = application.get(Configuration.class);
            assertThat(query(configuration, "SELECT CONCAT(DATABASE(), ' ', CURRENT_USER())"))
                    .isEqualTo("test keeper@%");
        }
    }

    @Test
    void configuredAddressSwitchesItOff() {
        for (final String key : new String[] {"mysql.host", "mysql.port", "mysql.url"}) {
            try (RunningApplication application = JZenith.application()
                    .withPlugins(EmbeddedMariadb.create())
                    .withConfiguration(key, "7")
                    .run()) {
                assertThat(application.get(Configuration.class).isSet("mysql.username"))
                        .as(key)
                        .isFalse();
            }
        }
    }

    private static int port(final Configuration configuration) {
        return Integer.parseInt(configuration.value("mysql.port").orElseThrow());
    }

    private static String query(final Configuration configuration, final String sql) throws SQLException {
        try (Sql session = Sql.on(
                port(configuration),
                configuration.value("mysql.database").orElseThrow(),
                configuration.value("mysql.username").orElseThrow(),
                configuration.value("mysql.password").orElseThrow())) {
            return session.query(sql);
        }
    }
}
