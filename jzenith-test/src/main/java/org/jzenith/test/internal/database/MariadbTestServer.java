package org.jzenith.test.internal.database;

import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.embedded.DatabaseServer;
import org.jzenith.mysql.embedded.MariadbServer;

/** The embedded MariaDB of a test run. Safe for use by many threads. */
public final class MariadbTestServer extends EmbeddedTestServer {

    /** Creates it; called by the ServiceLoader. */
    public MariadbTestServer() {
        super("mysql", "mariadb", MariadbTestServer::start);
    }

    /** The module is optional, because most applications need no download of 150 MB. */
    private static DatabaseServer start() {
        try {
            return MariadbServer.start();
        } catch (final NoClassDefFoundError e) {
            throw new StartException(
                    StartProblem.of("The application has a MysqlPlugin, but the test kit finds no MariaDB.")
                            .remedy("Add the artifact org.jzenith:jzenith-mysql-embedded with the scope test, or call"
                                    + " withoutDatabase() to use the database in the application's configuration.")
                            .causedBy(e));
        }
    }
}
