package org.jzenith.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.inject.Key;
import com.google.inject.name.Names;
import io.reactivex.Maybe;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.mysql.embedded.EmbeddedMariadb;
import org.jzenith.sql.Database;
import org.jzenith.test.JZenithExtension;

/** Applications that configure no server: in tests and in development, each gets an embedded MariaDB. */
final class MysqlApplicationTest {

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> JZenith.application()
            .withPlugins(MysqlPlugin.create(), MysqlPlugin.named("archive"))
            .withConfiguration("mysql.migrations.locations", "db/cats")
            .withConfiguration("mysql.username", "shop"));

    // region find
    private record Cat(String name) {}

    private static Maybe<Cat> find(final Database database, final String name) {
        return database.query("SELECT name FROM cats WHERE name = ?", name)
                .as(Cat.class)
                .maybe();
    }
    // endregion

    @Test
    void testKitGivesEachPluginACopyOfItsMigratedDatabase(final Database database) {
        final Database archive =
                APP.application().injector().getInstance(Key.get(Database.class, Names.named("archive")));
        assertThat(text(database, "SELECT CONCAT(name, ' of ', CURRENT_USER()) FROM cats"))
                .isEqualTo("Tom of shop@%");
        assertThat(find(database, "Tom").blockingGet()).isEqualTo(new Cat("Tom"));
        assertThat(text(archive, "SELECT CURRENT_USER()")).isEqualTo("root@127.0.0.1");
        assertThat(text(archive, "SELECT DATABASE()")).isNotEqualTo(text(database, "SELECT DATABASE()"));
        database.query("INSERT INTO cat (name) VALUES (?)", "Kitty").execute().blockingAwait();

        APP.restart();

        assertThat(text(APP.get(Database.class), "SELECT GROUP_CONCAT(name ORDER BY name) FROM cat"))
                .isEqualTo("Kitty,Tom");
    }

    @Tag("full")
    @Test
    void embeddedMariadbKeepsTheDataOfAnApplicationInDevelopment(@TempDir final Path directory) {
        for (final String expected : new String[] {"1", "2"}) {
            try (RunningApplication application = JZenith.application()
                    .withPlugins(MysqlPlugin.create(), EmbeddedMariadb.create().inDirectory(directory))
                    .withConfiguration("mysql.database", "shop")
                    .withConfiguration("mysql.migrations.locations", "db/cats")
                    .run()) {
                final Database database = application.get(Database.class);
                assertThat(text(database, "SELECT CAST(COUNT(*) AS CHAR) FROM cats"))
                        .isEqualTo(expected);
                database.query("INSERT INTO cat (name) VALUES ('Kitty')")
                        .execute()
                        .blockingAwait();
            }
        }
    }

    private static String text(final Database database, final String sql) {
        return database.query(sql).as(String.class).single().blockingGet();
    }
}
