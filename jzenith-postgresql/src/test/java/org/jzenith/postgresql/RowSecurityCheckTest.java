package org.jzenith.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.core.JZenith;
import org.jzenith.core.problem.StartException;
import org.jzenith.test.internal.log.LogLines;

/** Startup with row security asks the server if it applies the policies. */
final class RowSecurityCheckTest {

    private String database = "";

    @BeforeAll
    static void createRoles() {
        TestServer.run("postgres", """
                CREATE ROLE check_app LOGIN PASSWORD 'app';
                CREATE ROLE check_group;
                CREATE ROLE check_member LOGIN PASSWORD 'app' IN ROLE check_group;
                CREATE ROLE check_bypass LOGIN PASSWORD 'app' BYPASSRLS;
                """);
    }

    @AfterAll
    static void dropRoles() {
        for (final String role : new String[] {"check_app", "check_member", "check_bypass", "check_group"}) {
            TestServer.run("postgres", "DROP ROLE " + role);
        }
    }

    /** A table with a policy in force for {@code check_app}, and one without a policy, which is not checked. */
    @BeforeEach
    void createTables() {
        database = TestServer.freshDatabase();
        run("""
                CREATE TABLE plain (id int);
                CREATE TABLE note (tenant text);
                ALTER TABLE note ENABLE ROW LEVEL SECURITY;
                CREATE POLICY own ON note USING (tenant = current_setting('jzenith.tenant', true));
                CREATE TABLE locked (id int);
                ALTER TABLE locked ENABLE ROW LEVEL SECURITY;
                GRANT ALL ON plain, note, locked TO check_app, check_member, check_bypass;
                """);
    }

    @AfterEach
    void dropTables() {
        run("DROP OWNED BY check_app, check_member, check_bypass, check_group");
    }

    private void run(final String sql) {
        TestServer.run(database, sql);
    }

    private JZenith as(final String role) {
        return TestServer.application(database)
                .withConfiguration("postgresql.username", role)
                .withConfiguration("postgresql.password", "app")
                .withConfiguration("postgresql.migrations.enabled", false)
                .withConfiguration("postgresql.row-security.enabled", true);
    }

    private static String refusal(final JZenith application) {
        final StartException error = catchThrowableOfType(
                StartException.class, () -> application.run().stop());
        assertThat(error).isNotNull();
        return error.toString();
    }

    @Test
    void aRoleToWhichThePoliciesApplyStarts() {
        as("check_app").run().stop();
    }

    @Test
    void theDefaultUserIsRefusedAfterTheMigrations(@TempDir final Path folder) throws Exception {
        Files.writeString(folder.resolve("V1__late.sql"), """
                CREATE TABLE late (tenant text);
                CREATE POLICY own ON late USING (true);
                """);
        run("CREATE SCHEMA fresh");
        run("ALTER DATABASE " + database + " SET search_path = fresh, public");
        assertThat(refusal(TestServer.application(database)
                        .withConfiguration("postgresql.migrations.locations", "filesystem:" + folder)
                        .withConfiguration("postgresql.row-security.enabled", true)))
                .contains(
                        "PostgreSQL applies no policies to the role 'postgres', because it is a superuser, so each user"
                                + " would see all rows of the tables late, locked, note.")
                .contains("Set postgresql.username to a role without these rights; the embedded server and the test kit"
                        + " create it.");
        TestServer.application(database)
                .withConfiguration("postgresql.migrations.enabled", false)
                .run()
                .stop();
    }

    @Test
    void aRoleThatBypassesPoliciesIsRefused() {
        assertThat(refusal(as("check_bypass")))
                .contains("to the role 'check_bypass', because it has BYPASSRLS")
                .contains("the tables locked, note.");
    }

    @Test
    void anOwnerIsRefusedUnlessThePoliciesAreForced() {
        run("ALTER TABLE note OWNER TO check_group; ALTER TABLE locked FORCE ROW LEVEL SECURITY");
        assertThat(refusal(as("check_member")))
                .contains("does not apply the policies of the table note to the role 'check_member', because it has the"
                        + " rights of the owner")
                .contains("FORCE ROW LEVEL SECURITY");
        run("ALTER TABLE note FORCE ROW LEVEL SECURITY");
        as("check_member").run().stop();
    }

    @Test
    void policiesOnATableWithoutRowSecurityAreRefused() {
        run("ALTER TABLE note DISABLE ROW LEVEL SECURITY; ALTER TABLE locked DISABLE ROW LEVEL SECURITY");
        assertThat(refusal(as("check_app")))
                .contains("the policies of the table note to the role 'check_app', because row security is not enabled")
                .contains("ENABLE ROW LEVEL SECURITY")
                .doesNotContain("locked");
    }

    @Test
    void aTableThatTheRoleMayNotUseIsOfNoInterest() {
        run("""
                CREATE TABLE other (id int);
                CREATE POLICY own ON other USING (true);
                CREATE SCHEMA hidden;
                CREATE TABLE hidden.granted (id int);
                CREATE POLICY own ON hidden.granted USING (true);
                CREATE TABLE extended (id int);
                CREATE POLICY own ON extended USING (true);
                ALTER EXTENSION plpgsql ADD TABLE extended;
                GRANT ALL ON hidden.granted, extended TO check_app;
                """);
        as("check_app").run().stop();
    }

    @Test
    void aViewThatReadsAsItsOwnerIsWarnedOf() {
        run("""
                CREATE VIEW open_notes AS SELECT * FROM note;
                CREATE VIEW own_notes WITH (security_invoker = on) AS SELECT * FROM note;
                CREATE VIEW hidden_notes AS SELECT * FROM note;
                GRANT SELECT ON open_notes, own_notes TO check_app;
                """);
        try (LogLines log = LogLines.of("org.jzenith.postgresql.internal.pgclient.RowSecurityCheck")) {
            as("check_app").run().stop();
            assertThat(log.messages())
                    .singleElement()
                    .asString()
                    .contains("The view open_notes reads the table note as its owner 'postgres'")
                    .contains("ALTER VIEW open_notes SET (security_invoker = true)");
        }
    }
}
