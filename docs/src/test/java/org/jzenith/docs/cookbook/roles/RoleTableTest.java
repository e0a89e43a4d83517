package org.jzenith.docs.cookbook.roles;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.postgresql.PostgresqlPlugin;
import org.jzenith.rest.RestPlugin;
import org.jzenith.security.SecurityPlugin;
import org.jzenith.security.jwt.JwtPlugin;
import org.jzenith.sql.Database;
import org.jzenith.test.JZenithExtension;

/** The code of docs/cookbook/roles-from-a-table.md. */
final class RoleTableTest {

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(
            () -> application().withConfiguration("postgresql.migrations.locations", "cookbook/migration"));

    private static JZenith application(final String... args) {
        // region application
        return JZenith.application(args)
                .withPlugins(
                        RestPlugin.withResources(ReportResource.class),
                        PostgresqlPlugin.create(),
                        SecurityPlugin.create().withAugmentor(RoleTable.class),
                        JwtPlugin.create())
                .withModules(binder -> binder.bind(RoleTable.class));
        // endregion
    }

    private static void run(final String sql, final Object... values) {
        APP.get(Database.class).query(sql, values).execute().blockingAwait();
    }

    // region test
    @Test
    void rolesOfTheTableCountAtOnce() {
        run("INSERT INTO user_role VALUES ('ann', 'auditor')");
        APP.http().as("ann").get("/report").expectStatus(200);
        run("DELETE FROM user_role WHERE username = 'ann'");
        APP.http().as("ann").get("/report").expectStatus(403);
    }
    // endregion

    @Test
    void rolesOfTheTokenDoNotCount() {
        APP.http().as("bob", "auditor").get("/report").expectStatus(403);
        APP.http().get("/report").expectStatus(401);
    }
}
