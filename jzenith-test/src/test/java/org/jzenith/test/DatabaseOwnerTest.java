package org.jzenith.test;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.core.configuration.Configuration;

/** The user of the database's setting owns the database, and has no more rights than in production. */
final class DatabaseOwnerTest {

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> JZenith.application()
            .withPlugins(new TablePlugin(new AtomicInteger()))
            .withConfiguration("postgresql.username", "shop")
            .withConfiguration("postgresql.password", "of-production"));

    @Test
    void theConfiguredUserOwnsTheCopyAndItsTables(final Configuration configuration) throws SQLException {
        try (Connection connection = TablePlugin.connect(configuration);
                Statement statement = connection.createStatement()) {
            assertThat(TablePlugin.query(statement, """
                            SELECT concat_ws(' ', current_user, rolsuper, rolbypassrls, pg_get_userbyid(datdba), tableowner)
                              FROM pg_roles, pg_database, pg_tables
                             WHERE rolname = current_user AND datname = current_database() AND tablename = 'cat'
                            """)).isEqualTo("shop f f shop shop");
            statement.execute("CREATE SCHEMA further");
        }
        APP.restart();
    }
}
