package org.jzenith.mysql.embedded;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.problem.StartException;
import org.jzenith.embedded.DatabaseServer;
import org.jzenith.embedded.internal.DataDirectory;
import org.jzenith.embedded.internal.ServerInstance;
import org.jzenith.embedded.internal.TimeLimit;
import org.jzenith.embedded.internal.Workspace;

/**
 * Starts a MariaDB server without an application, for test kits and tools.
 *
 * <pre>{@code
 * try (MariadbServer server = MariadbServer.start()) {
 *     server.createDatabase("shop");
 *     ... server.host(), server.port(), server.username(), server.password()
 * }
 * }</pre>
 *
 * <p>It listens on the loopback address only, allows 200 connections and ends with the JVM. It has no TLS. Safe for use by many threads.
 * Each method blocks. The first start on a machine takes some seconds, a later one less than a second.
 */
public final class MariadbServer implements DatabaseServer {

    private static final Duration LIMIT = Duration.ofSeconds(55);

    private final ServerInstance instance;
    private final DatabaseCopier copier;
    private volatile MariadbDatabases databases;
    private volatile String password;
    private final String version;

    private MariadbServer(final ServerInstance instance, final DatabaseCopier copier) {
        this.instance = instance;
        this.copier = copier;
        password = instance.password();
        databases = new MariadbDatabases(host(), port(), password);
        version = databases.version();
    }

    /**
     * Starts a server whose data is deleted when it stops. Its writes are fast and not durable.
     *
     * @return the running server
     * @throws StartException if it does not start within 55 seconds; the message contains the end of its log
     */
    public static MariadbServer start() {
        return start(null, LIMIT);
    }

    /**
     * Starts a server that keeps its data. Its writes are as durable as those of any other server.
     *
     * @param directory the location of the data, created at the first start; used by one server at a time
     * @return the running server
     * @throws StartException if it does not start within 55 seconds; the message contains the end of its log
     */
    public static MariadbServer startIn(final Path directory) {
        return start(directory, LIMIT);
    }

    static MariadbServer start(final @Nullable Path directory, final Duration limit) {
        final Workspace workspace = Workspace.open(Mariadbd.PRODUCT);
        workspace.cleanUp();
        return start(workspace, directory, limit);
    }

    static MariadbServer start(final Workspace workspace, final @Nullable Path directory, final Duration limit) {
        final TimeLimit deadline = TimeLimit.in(limit);
        final MariadbBinaries binaries = MariadbBinaries.in(workspace, deadline);
        final DataDirectory data = DataDirectory.open(workspace, directory);
        final ServerInstance instance = ServerInstance.start(data, new Mariadbd(data, binaries), deadline);
        try {
            return new MariadbServer(instance, new DatabaseCopier(data, binaries));
        } catch (final RuntimeException e) {
            instance.close();
            throw e;
        }
    }

    @Override
    public int port() {
        return instance.port();
    }

    @Override
    public String username() {
        return Mariadbd.SUPERUSER;
    }

    @Override
    public String password() {
        return password;
    }

    @Override
    public String version() {
        return version;
    }

    @Override
    public boolean hasDatabase(final String name) {
        return databases.exists(name);
    }

    @Override
    public void createDatabase(final String name) {
        databases.create(name);
    }

    @Override
    public void createDatabaseFrom(final String name, final String template) {
        databases.create(name);
        try {
            copier.copy(template, name, port(), password);
        } catch (final IOException e) {
            databases.drop(name);
            throw new IllegalStateException(
                    "Embedded MariaDB: the database '" + name + "' cannot be copied from '" + template + "': "
                            + e.getMessage(),
                    e);
        }
    }

    @Override
    public synchronized void setOwner(final String database, final String user, final String ofUser) {
        if (!user.equals(username())) {
            databases.own(database, user, ofUser);
        } else if (!ofUser.equals(password)) {
            changePassword(ofUser);
        }
    }

    /** Gives the superuser another password. */
    private void changePassword(final String changed) {
        databases.superuserPassword(changed);
        databases = new MariadbDatabases(host(), port(), changed);
        password = changed;
        instance.writePassword(changed);
    }

    @Override
    public void dropDatabase(final String name) {
        databases.drop(name);
    }

    @Override
    public List<String> sessions(final String database) {
        return databases.sessions(database, "");
    }

    @Override
    public List<String> busySessions(final String database) {
        return databases.sessions(
                database,
                "AND (command <> 'Sleep' OR id IN (SELECT trx_mysql_thread_id FROM information_schema.innodb_trx))");
    }

    @Override
    public void close() {
        instance.close();
    }
}
