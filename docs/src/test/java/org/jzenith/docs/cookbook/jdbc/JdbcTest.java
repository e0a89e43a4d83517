package org.jzenith.docs.cookbook.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.NoSuchElementException;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.postgresql.embedded.PostgresqlServer;
import org.jzenith.rest.RestPlugin;
import org.jzenith.test.JZenithExtension;

/** The code of docs/cookbook/jdbc.md. */
final class JdbcTest {

    private static final PostgresqlServer SERVER = PostgresqlServer.start();

    /** Runs after the application has stopped. */
    @Order(1)
    @RegisterExtension
    static final AfterAllCallback SERVER_STOP = context -> SERVER.close();

    @Order(2)
    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> application()
            .withConfiguration("jdbc.url", "jdbc:postgresql://" + SERVER.host() + ":" + SERVER.port() + "/postgres")
            .withConfiguration("jdbc.username", SERVER.username())
            .withConfiguration("jdbc.password", SERVER.password()));

    private static JZenith application() {
        // region application
        return JZenith.application()
                .withPlugins(
                        RestPlugin.withResources(TransferResource.class)
                                .withMapping(
                                        NoSuchElementException.class,
                                        404,
                                        "There is no such account."),
                        new JdbcPlugin())
                .withModules(binder -> binder.bind(BankAccounts.class));
        // endregion
    }

    @BeforeEach
    void accounts() throws SQLException {
        try (Connection connection = APP.get(DataSource.class).getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE IF NOT EXISTS account (id text PRIMARY KEY, cents integer NOT NULL)");
            statement.execute("TRUNCATE account");
            statement.execute("INSERT INTO account VALUES ('ann', 50), ('bob', 50)");
        }
    }

    private static int cents(final String account) throws SQLException {
        try (Connection connection = APP.get(DataSource.class).getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT cents FROM account WHERE id = '" + account + "'")) {
            rows.next();
            return rows.getInt(1);
        }
    }

    @Test
    void aTransferChangesBothAccounts() throws SQLException {
        assertThat(APP.http().post("/transfers/ann/bob/10", "").status()).isEqualTo(204);
        assertThat(cents("ann")).isEqualTo(40);
        assertThat(cents("bob")).isEqualTo(60);
    }

    @Test
    void aTransferThatFailsIsRolledBack() throws SQLException {
        assertThat(APP.http().post("/transfers/ann/zoe/10", "").status()).isEqualTo(404);
        assertThat(cents("ann")).isEqualTo(50);
    }

    @Test
    void theHealthHasTheDatabase() {
        assertThat(APP.http().get("/health").body()).contains("{\"name\":\"jdbc\",\"status\":\"UP\"}");
    }
}
