package org.jzenith.postgresql.embedded;

import java.util.List;
import java.util.Properties;
import org.jzenith.embedded.internal.Administration;

/** Creates, copies, drops and lists databases, roles and sessions. */
final class Databases {

    private static final String SESSIONS = """
            SELECT format('session %s of %s, %s, last statement: %s',
                          pid, coalesce(nullif(application_name, ''), 'an unnamed client'), state, query)
              FROM pg_stat_activity
             WHERE datname = ? AND backend_type = 'client backend'
            """;

    private final Administration administration;

    Databases(final String host, final int port, final String password) {
        final Properties properties = new Properties();
        properties.setProperty("user", Cluster.SUPERUSER);
        properties.setProperty("password", password);
        properties.setProperty("connectTimeout", "60");
        properties.setProperty("socketTimeout", "60");
        properties.setProperty("ApplicationName", "jzenith-postgresql-embedded");
        administration =
                new Administration(Cluster.PRODUCT, "jdbc:postgresql://" + host + ":" + port + "/postgres", properties);
    }

    String version() {
        return administration.version();
    }

    boolean exists(final String name) {
        return isFound("its databases cannot be listed", "SELECT 1 FROM pg_database WHERE datname = ?", name);
    }

    private boolean isFound(final String what, final String sql, final String name) {
        return !administration.select(what, sql, name).isEmpty();
    }

    List<String> sessions(final String name, final String condition) {
        return administration.select("its sessions cannot be listed", SESSIONS + condition, name);
    }

    void create(final String name) {
        administration.execute("the database '" + name + "' cannot be created", "CREATE DATABASE " + quoted(name));
    }

    void createFrom(final String name, final String template) {
        administration.execute(
                "the database '" + name + "' cannot be copied from '" + template + "'",
                "CREATE DATABASE " + quoted(name) + " TEMPLATE " + quoted(template));
    }

    void drop(final String name) {
        administration.execute(
                "the database '" + name + "' cannot be dropped",
                "DROP DATABASE IF EXISTS " + quoted(name) + " WITH (FORCE)");
    }

    void own(final String name, final String role) {
        administration.execute(
                "the database '" + name + "' cannot be given to the role '" + role + "'",
                "ALTER DATABASE " + quoted(name) + " OWNER TO " + quoted(role));
    }

    /** Creates or changes a role that may log in with this password. */
    void role(final String name, final String password) {
        final String what = "the role '" + name + "' cannot be created";
        final boolean exists = isFound(what, "SELECT 1 FROM pg_roles WHERE rolname = ?", name);
        administration.execute(
                what,
                (exists ? "ALTER ROLE " : "CREATE ROLE ") + quoted(name) + " LOGIN PASSWORD '"
                        + password.replace("'", "''") + "'");
    }

    private static String quoted(final String identifier) {
        return '"' + identifier.replace("\"", "\"\"") + '"';
    }
}
