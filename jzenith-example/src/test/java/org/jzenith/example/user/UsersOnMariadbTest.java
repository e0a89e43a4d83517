package org.jzenith.example.user;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.http.problem.Problem;
import org.jzenith.messages.live.LiveEventsPlugin;
import org.jzenith.messages.plugin.MessagesPlugin;
import org.jzenith.messages.sql.SqlMessagesPlugin;
import org.jzenith.mysql.MysqlPlugin;
import org.jzenith.rest.RestPlugin;
import org.jzenith.security.SecurityPlugin;
import org.jzenith.sql.Database;
import org.jzenith.sql.error.UniqueViolationException;
import org.jzenith.test.JZenithExtension;

/** The users of the example on MariaDB: the plugin and the migrations are exchanged, and nothing else. */
@Tag("full")
final class UsersOnMariadbTest extends UserDatabaseTests {

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> JZenith.application()
            .withPlugins(
                    RestPlugin.withResources(UserResource.class, UserStreamResource.class)
                            .withMapping(
                                    NoSuchUserException.class,
                                    e -> Problem.of(404).withDetail("There is no user " + e.id() + "."))
                            .withMapping(UniqueViolationException.class, 409, "This e-mail address is taken."),
                    SecurityPlugin.create(),
                    MysqlPlugin.create(),
                    SqlMessagesPlugin.create(),
                    MessagesPlugin.create()
                            .consuming(UserChange.CHANGES, "welcome", WelcomeMails.class, WelcomeMails::send),
                    LiveEventsPlugin.create())
            .withModules(new UserModule())
            .withSettings(UserSettings.class)
            .withConfiguration("mysql.migrations.locations", "mariadb")
            .withConfiguration("users.keep-names", "30d"));

    UsersOnMariadbTest() {
        super(APP);
    }

    @Test
    void usersAreImportedAndStreamedInTheOrderOfTheirNames() {
        APP.http()
                .post("/users/import", List.of(Map.of("name", "Bob"), Map.of("name", "Ann")))
                .expectStatus(200)
                .expectJson("/users", 2);
        assertThat(APP.http().get("/users/export").expectStatus(200).asList(User.class))
                .extracting(User::name)
                .containsExactly("Ann", "Bob");
    }

    @Test
    void theJobRemovesNamesThatAreOldEnough() {
        final Database database = APP.get(Database.class);
        final UUID id =
                APP.http().post("/users", Map.of("name", "Ann")).as(User.class).id();
        database.query(
                        "INSERT INTO user_names (user_id, name, since) VALUES (?, 'Anna', now() - interval 29 day),"
                                + " (?, 'Annette', now() - interval 31 day)",
                        id,
                        id)
                .execute()
                .blockingAwait();

        APP.get(OldNames.class).remove().blockingAwait();

        assertThat(database.query("SELECT name FROM user_names ORDER BY since")
                        .as(String.class)
                        .list()
                        .blockingGet())
                .containsExactly("Anna", "Ann");
    }
}
