package org.jzenith.postgresql.internal.pgclient;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;
import org.jzenith.core.problem.StartProblem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds tables whose policies PostgreSQL does not apply to the role of the application, and warns of views that read such tables as
 * another role.
 */
final class RowSecurityCheck {

    private static final Logger LOGGER = LoggerFactory.getLogger(RowSecurityCheck.class);

    private static final String ROLE =
            "SELECT rolname::text, rolsuper, rolbypassrls FROM pg_roles WHERE rolname = current_user";

    /** Tables that the role may use, besides those of extensions, and that have a policy or row security, which is not active for the role. */
    private static final String TABLES = """
            SELECT c.oid::regclass::text, c.relrowsecurity
              FROM pg_class c
             WHERE c.relkind IN ('r', 'p')
               AND (c.relrowsecurity OR EXISTS (SELECT FROM pg_policy WHERE polrelid = c.oid))
               AND NOT row_security_active(c.oid)
               AND has_schema_privilege(c.relnamespace, 'USAGE')
               AND NOT EXISTS (SELECT FROM pg_depend
                                WHERE classid = 'pg_class'::regclass AND objid = c.oid AND deptype = 'e')
               AND (has_any_column_privilege(c.oid, 'SELECT, INSERT, UPDATE') OR has_table_privilege(c.oid, 'DELETE'))
             ORDER BY 1
            """;

    /** Views that the role may use and that read a table as an owner to whom its policies do not apply. */
    private static final String VIEWS = """
            SELECT DISTINCT v.oid::regclass::text, t.oid::regclass::text, o.rolname::text
              FROM pg_class v
              JOIN pg_roles o ON o.oid = v.relowner
              JOIN pg_rewrite r ON r.ev_class = v.oid
              JOIN pg_depend d ON d.classid = 'pg_rewrite'::regclass AND d.objid = r.oid
                              AND d.refclassid = 'pg_class'::regclass
              JOIN pg_class t ON t.oid = d.refobjid
             WHERE v.relkind = 'v'
               AND has_schema_privilege(v.relnamespace, 'USAGE')
               AND NOT EXISTS (SELECT FROM pg_depend
                                WHERE classid = 'pg_class'::regclass AND objid = v.oid AND deptype = 'e')
               AND t.relrowsecurity
               AND NOT COALESCE((SELECT option_value::boolean FROM pg_options_to_table(v.reloptions)
                                  WHERE option_name = 'security_invoker'), false)
               AND (o.rolsuper OR o.rolbypassrls
                    OR pg_has_role(o.oid, t.relowner, 'USAGE') AND NOT t.relforcerowsecurity)
               AND (has_any_column_privilege(v.oid, 'SELECT, INSERT, UPDATE') OR has_table_privilege(v.oid, 'DELETE'))
             ORDER BY 1, 2
            """;

    private static final String ACTIVE =
            "SELECT relname::text FROM pg_class WHERE relkind IN ('r', 'p') AND row_security_active(oid)";

    private RowSecurityCheck() {}

    /** Returns the tables with policies that PostgreSQL applies to the role. */
    static Future<List<String>> activeTables(final SqlConnection connection) {
        return rows(connection, ACTIVE)
                .map(tables -> tables.stream().map(table -> table.getString(0)).toList());
    }

    static Future<List<StartProblem>> run(final SqlConnection connection) {
        return rows(connection, ROLE)
                .compose(roles -> rows(connection, TABLES).map(tables -> problems(roles.get(0), tables)))
                .compose(problems -> rows(connection, VIEWS).map(views -> {
                    views.forEach(RowSecurityCheck::warn);
                    return problems;
                }));
    }

    private static Future<List<Row>> rows(final SqlConnection connection, final String sql) {
        return connection
                .query(sql)
                .execute()
                .map(found -> StreamSupport.stream(found.spliterator(), false).toList());
    }

    private static List<StartProblem> problems(final Row role, final List<Row> tables) {
        final String name = role.getString(0);
        if (role.getBoolean(1) || role.getBoolean(2)) {
            return List.of(StartProblem.of("PostgreSQL applies no policies to the role '" + name + "', because it "
                            + (role.getBoolean(1) ? "is a superuser" : "has BYPASSRLS")
                            + ", so each user would see all rows"
                            + (tables.isEmpty() ? "." : " of " + names(tables) + "."))
                    .from("postgresql.row-security.enabled")
                    .remedy(
                            "Set postgresql.username to a role without these rights; the embedded server and the test kit"
                                    + " create it."));
        }
        final List<Row> owned =
                tables.stream().filter(table -> table.getBoolean(1)).toList();
        final List<Row> notEnabled =
                tables.stream().filter(table -> !table.getBoolean(1)).toList();
        final List<StartProblem> problems = new ArrayList<>();
        if (!owned.isEmpty()) {
            problems.add(StartProblem.of("PostgreSQL does not apply the policies of " + names(owned) + " to the role '"
                            + name + "', because it has the rights of the owner, so each user would see all rows.")
                    .from("postgresql.row-security.enabled")
                    .remedy(
                            "Add ALTER TABLE .. FORCE ROW LEVEL SECURITY to the migrations, or set postgresql.username to a"
                                    + " role that does not own the tables."));
        }
        if (!notEnabled.isEmpty()) {
            problems.add(StartProblem.of(
                            "PostgreSQL does not apply the policies of " + names(notEnabled) + " to the role '" + name
                                    + "', because row security is not enabled there, so each user would see all rows.")
                    .from("postgresql.row-security.enabled")
                    .remedy("Add ALTER TABLE .. ENABLE ROW LEVEL SECURITY to the migrations."));
        }
        return problems;
    }

    private static String names(final List<Row> tables) {
        return (tables.size() == 1 ? "the table " : "the tables ")
                + String.join(
                        ", ", tables.stream().map(table -> table.getString(0)).toList());
    }

    private static void warn(final Row view) {
        LOGGER.warn(
                "The view {} reads the table {} as its owner '{}', to whom the policies do not apply, so each user sees all"
                        + " rows in it. To prevent that, add ALTER VIEW {} SET (security_invoker = true) to the migrations.",
                view.getString(0),
                view.getString(1),
                view.getString(2),
                view.getString(0));
    }
}
