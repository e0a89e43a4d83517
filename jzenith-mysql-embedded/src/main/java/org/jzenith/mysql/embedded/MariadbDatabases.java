package org.jzenith.mysql.embedded;

import java.util.List;
import java.util.Properties;
import org.jzenith.embedded.internal.Administration;

/** Creates, drops and lists databases, users and sessions. */
final class MariadbDatabases {

    private static final String SESSIONS = """
            SELECT CONCAT('session ', id, ' of ', user, ', ', LOWER(command), ', last statement: ', COALESCE(info, 'unknown'))
              FROM information_schema.processlist
             WHERE db = ?
            """;

    private final Administration administration;

    MariadbDatabases(final String host, final int port, final String password) {
        final Properties properties = new Properties();
        properties.setProperty("user", Mariadbd.SUPERUSER);
        properties.setProperty("password", password);
        properties.setProperty("connectTimeout", "60000");
        properties.setProperty("socketTimeout", "60000");
        administration = new Administration(Mariadbd.PRODUCT, "jdbc:mariadb://" + host + ":" + port + "/", properties);
    }

    String version() {
        return administration.version();
    }

    boolean exists(final String name) {
        return !administration
                .select(
                        "its databases cannot be listed",
                        "SELECT 1 FROM information_schema.schemata WHERE schema_name = ?",
                        name)
                .isEmpty();
    }

    List<String> sessions(final String name, final String condition) {
        return administration.select("its sessions cannot be listed", SESSIONS + condition, name);
    }

    void create(final String name) {
        administration.execute("the database '" + name + "' cannot be created", "CREATE DATABASE " + quoted(name));
    }

    /** Ends the sessions first, because an open transaction would block the removal. */
    void drop(final String name) {
        administration.execute(
                "the database '" + name + "' cannot be dropped",
                """
                BEGIN NOT ATOMIC
                    DECLARE CONTINUE HANDLER FOR 1094 BEGIN END;
                    FOR session IN (SELECT id FROM information_schema.processlist WHERE db = %s) DO
                        KILL session.id;
                    END FOR;
                END
                """.formatted(literal(name)),
                "DROP DATABASE IF EXISTS " + quoted(name));
    }

    /** Gives a user, who may log in with this password, all rights on a database. */
    void own(final String name, final String user, final String password) {
        administration.execute(
                "the database '" + name + "' cannot be given to the user '" + user + "'",
                "CREATE USER IF NOT EXISTS " + account(user, "%"),
                "ALTER USER " + account(user, "%") + " IDENTIFIED BY " + literal(password),
                "GRANT ALL ON " + quoted(name.replaceAll("([\\\\_%])", "\\\\$1")) + ".* TO " + account(user, "%"));
    }

    void superuserPassword(final String password) {
        administration.execute(
                "the superuser's password cannot be changed",
                "ALTER USER " + account(Mariadbd.SUPERUSER, "127.0.0.1") + " IDENTIFIED BY " + literal(password));
    }

    private static String account(final String user, final String host) {
        return literal(user) + "@'" + host + "'";
    }

    private static String literal(final String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "''") + "'";
    }

    private static String quoted(final String identifier) {
        return '`' + identifier.replace("`", "``") + '`';
    }
}
