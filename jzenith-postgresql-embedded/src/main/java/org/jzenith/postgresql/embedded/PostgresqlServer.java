package org.jzenith.postgresql.embedded;

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
 * Starts a PostgreSQL server without an application, for test kits and tools.
 *
 * <pre>{@code
 * try (PostgresqlServer server = PostgresqlServer.start()) {
 *     server.createDatabase("shop");
 *     ... server.host(), server.port(), server.username(), server.password()
 * }
 * }</pre>
 *
 * <p>It listens on the loopback address only, allows 200 connections and ends with the JVM. Safe for use by many threads. Each method
 * blocks. The first start on a machine takes some seconds, a later one less than a second.
 */
public final class PostgresqlServer implements DatabaseServer {

    private static final Duration LIMIT = Duration.ofSeconds(55);

    private final ServerInstance instance;
    private volatile Databases databases;
    private volatile String password;
    private final String version;

    private PostgresqlServer(final ServerInstance instance) {
        this.instance = instance;
        password = instance.password();
        databases = new Databases(host(), port(), password);
        version = databases.version();
    }

    /**
     * Starts a server whose data is deleted when it stops. Its writes are fast and not durable ({@code fsync} is off).
     *
     * @return the running server
     * @throws StartException if it does not start within 55 seconds; the message contains the end of its log
     */
    public static PostgresqlServer start() {
        return start(null, LIMIT);
    }

    /**
     * Starts a server that keeps its data. Its writes are as durable as those of any other server.
     *
     * @param directory the location of the data, created at the first start; used by one server at a time
     * @return the running server
     * @throws StartException if it does not start within 55 seconds; the message contains the end of its log
     */
    public static PostgresqlServer startIn(final Path directory) {
        return start(directory, LIMIT);
    }

    static PostgresqlServer start(final @Nullable Path directory, final Duration limit) {
        final Workspace workspace = Workspace.open(Cluster.PRODUCT);
        workspace.cleanUp();
        return start(workspace, Privileges.of(workspace), directory, limit);
    }

    static PostgresqlServer start(
            final Workspace workspace,
            final Privileges privileges,
            final @Nullable Path directory,
            final Duration limit) {
        final TimeLimit deadline = TimeLimit.in(limit);
        final Binaries binaries = Binaries.in(workspace, deadline);
        final DataDirectory data = DataDirectory.open(workspace, directory);
        final ServerInstance instance = ServerInstance.start(data, new Cluster(data, binaries, privileges), deadline);
        try {
            return new PostgresqlServer(instance);
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
        return Cluster.SUPERUSER;
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
        databases.createFrom(name, template);
    }

    /** {@inheritDoc} So the policies of row security apply to this user. */
    @Override
    public synchronized void setOwner(final String database, final String role, final String ofRole) {
        if (!role.equals(username())) {
            databases.role(role, ofRole);
            databases.own(database, role);
        } else if (!ofRole.equals(password)) {
            changePassword(ofRole);
        }
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
        return databases.sessions(database, "AND state <> 'idle'");
    }

    /** Gives the superuser another password. */
    private void changePassword(final String changed) {
        databases.role(username(), changed);
        databases = new Databases(host(), port(), changed);
        password = changed;
        instance.writePassword(changed);
    }

    @Override
    public void close() {
        instance.close();
    }
}
