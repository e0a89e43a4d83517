package org.jzenith.redis.embedded;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.problem.StartException;
import org.jzenith.embedded.EmbeddedServer;
import org.jzenith.embedded.internal.DataDirectory;
import org.jzenith.embedded.internal.ServerInstance;
import org.jzenith.embedded.internal.TimeLimit;
import org.jzenith.embedded.internal.Workspace;

/**
 * Starts a Redis server without an application, for test kits and tools.
 *
 * <pre>{@code
 * try (RedisServer server = RedisServer.start()) {
 *     ... server.host(), server.port(), server.password()
 * }
 * }</pre>
 *
 * <p>It listens only on the loopback address, without TLS, and ends with the JVM. Safe for use by many threads. Each method can block; a start
 * takes less than a second.
 */
public final class RedisServer implements EmbeddedServer {

    private static final Duration LIMIT = Duration.ofSeconds(55);

    private final ServerInstance instance;
    private final String password;
    private final String version;
    private final List<String> databases = new ArrayList<>(List.of(""));

    private RedisServer(final ServerInstance instance, final String version) {
        this.instance = instance;
        this.password = instance.password();
        this.version = version;
    }

    /**
     * Starts a server whose data is deleted when it stops.
     *
     * @return the running server
     * @throws StartException if it does not start within 55 seconds, with the end of its log
     */
    public static RedisServer start() {
        return start(null, LIMIT);
    }

    /**
     * Starts a server that keeps its data.
     *
     * @param directory the location of the data, created at the first start; used by one server at a time
     * @return the running server
     * @throws StartException if it does not start within 55 seconds, with the end of its log
     */
    public static RedisServer startIn(final Path directory) {
        return start(directory, LIMIT);
    }

    static RedisServer start(final @Nullable Path directory, final Duration limit) {
        final Workspace workspace = Workspace.open(RedisProgram.PRODUCT);
        workspace.cleanUp();
        final TimeLimit deadline = TimeLimit.in(limit);
        final Path program = RedisProgram.unpacked(workspace, deadline);
        final DataDirectory data = DataDirectory.open(workspace, directory);
        final RedisProgram launcher = new RedisProgram(data, program);
        return new RedisServer(ServerInstance.start(data, launcher, deadline), launcher.version());
    }

    @Override
    public int port() {
        return instance.port();
    }

    /**
     * Returns the password that the server requires. It is random for each data directory.
     *
     * @return the password
     */
    public String password() {
        return password;
    }

    @Override
    public String version() {
        return version;
    }

    /** Returns the number of the database for a plugin with a qualifier. The number is always the same for the same qualifier. */
    synchronized int database(final String qualifier) {
        if (!databases.contains(qualifier)) {
            databases.add(qualifier);
        }
        return databases.indexOf(qualifier);
    }

    @Override
    public void close() {
        instance.close();
    }
}
