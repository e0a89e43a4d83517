package org.jzenith.postgresql.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

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
 * <p>It listens on the loopback address only, allows 200 connections and ends with the JVM. Safe for use by many
 * threads; each method blocks, the first start on a machine for some seconds, a later one for less than one.
 */
public final class PostgresqlServer implements AutoCloseable {

    private static final Logger LOGGER = LoggerFactory.getLogger("org.jzenith.postgresql.embedded.EmbeddedPostgresql");
    private static final Duration LIMIT = Duration.ofSeconds(55);

    private final DataDirectoryLock lock;
    private final Cluster cluster;
    private volatile Databases databases;
    private final int port;
    private volatile String password;
    private final String version;
    private final AtomicBoolean closed = new AtomicBoolean();

    private PostgresqlServer(
            final DataDirectoryLock lock, final Cluster cluster, final int port, final String password) {
        this.lock = lock;
        this.cluster = cluster;
        this.port = port;
        this.password = password;
        this.databases = new Databases("127.0.0.1", port, password);
        this.version = databases.version();
    }

    /**
     * Starts a server whose data is deleted when it stops. Its writes are fast and not durable ({@code fsync} is off).
     *
     * @return the running server
     * @throws StartException if it does not start within 55 seconds, with the end of its log
     */
    public static PostgresqlServer start() {
        return start(null, LIMIT);
    }

    /**
     * Starts a server that keeps its data, as durable as any other server.
     *
     * @param directory the location of the data, created at the first start; used by one server at a time
     * @return the running server
     * @throws StartException if it does not start within 55 seconds, with the end of its log
     */
    public static PostgresqlServer startIn(final Path directory) {
        return start(directory, LIMIT);
    }

    static PostgresqlServer start(final @Nullable Path directory, final Duration limit) {
        final Workspace workspace = Workspace.open();
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
        final Path root = directory == null ? workspace.newData() : directory.toAbsolutePath();
        final DataDirectoryLock lock = acquireLock(root, directory == null);
        final Cluster cluster = new Cluster(root, directory == null, binaries, privileges);
        try {
            final String password = cluster.initialise(deadline);
            return new PostgresqlServer(lock, cluster, cluster.start(deadline), password);
        } catch (final RuntimeException e) {
            stop(cluster, lock);
            throw e;
        }
    }

    private static DataDirectoryLock acquireLock(final Path root, final boolean temporary) {
        try {
            if (temporary) {
                final DataDirectoryLock lock =
                        DataDirectoryLock.tryAcquire(Workspace.lockOf(root)).orElseThrow(() -> inUse(root));
                Files.createDirectory(root);
                return lock;
            }
            Files.createDirectories(root);
            return DataDirectoryLock.tryAcquire(root.resolve("lock")).orElseThrow(() -> inUse(root));
        } catch (final IOException e) {
            throw Workspace.notWritable(root, e);
        }
    }

    private static StartException inUse(final Path root) {
        return new StartException(StartProblem.of("Another embedded PostgreSQL is using the directory " + root + ".")
                .remedy("Stop the other application, or choose another directory."));
    }

    /**
     * Returns the address at which the server listens.
     *
     * @return the loopback address
     */
    public String host() {
        return "127.0.0.1";
    }

    /**
     * Returns the port on which the server listens.
     *
     * @return a port that was free at the start
     */
    public int port() {
        return port;
    }

    /**
     * Returns the name of the superuser.
     *
     * @return {@code postgres}
     */
    public String username() {
        return Cluster.SUPERUSER;
    }

    /**
     * Returns the password of the superuser, random for each data directory.
     *
     * @return the password
     */
    public String password() {
        return password;
    }

    /**
     * Returns the version of the server.
     *
     * @return a value such as {@code 18.6}
     */
    public String version() {
        return version;
    }

    /**
     * Creates an empty database.
     *
     * @param name any name; it is quoted
     * @throws IllegalStateException if a database of this name exists
     */
    public void createDatabase(final String name) {
        databases.create(name);
    }

    /**
     * Creates a database as a copy of another one, to which no session may be connected.
     *
     * @param name any name; it is quoted
     * @param template the database to copy
     * @throws IllegalStateException if it cannot be created
     */
    public void createDatabaseFrom(final String name, final String template) {
        databases.createFrom(name, template);
    }

    /**
     * Makes a role the owner of a database. Unless it is the superuser, it has no special rights, so the policies of row security apply
     * to it.
     *
     * @param database the name of the database
     * @param role the name of the role; created if it does not exist
     * @param ofRole the role's password from now on
     * @throws IllegalStateException if the role cannot be created
     */
    public synchronized void setOwner(final String database, final String role, final String ofRole) {
        if (!role.equals(username())) {
            databases.role(role, ofRole);
            databases.own(database, role);
        } else if (!ofRole.equals(password)) {
            changePassword(ofRole);
        }
    }

    /**
     * Removes a database if it exists, and ends the sessions that use it.
     *
     * @param name its name
     */
    public void dropDatabase(final String name) {
        databases.drop(name);
    }

    Databases databases() {
        return databases;
    }

    /** Gives the superuser another password. */
    private void changePassword(final String changed) {
        databases.role(username(), changed);
        databases = new Databases(host(), port, changed);
        password = changed;
        cluster.writePassword(changed);
    }

    /** Stops the server, ends its sessions, and deletes temporary data. A second call does nothing. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            stop(cluster, lock);
        }
    }

    private static void stop(final Cluster cluster, final DataDirectoryLock lock) {
        cluster.stop();
        try {
            lock.close();
        } catch (final IOException e) {
            LOGGER.debug("Cannot remove a lock file", e);
        }
    }
}
