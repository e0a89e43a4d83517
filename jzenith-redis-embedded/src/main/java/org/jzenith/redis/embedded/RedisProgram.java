package org.jzenith.redis.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.embedded.internal.DataDirectory;
import org.jzenith.embedded.internal.ExternalProgram;
import org.jzenith.embedded.internal.Launcher;
import org.jzenith.embedded.internal.Platform;
import org.jzenith.embedded.internal.Product;
import org.jzenith.embedded.internal.ServerProcess;
import org.jzenith.embedded.internal.TimeLimit;
import org.jzenith.embedded.internal.UnpackedPrograms;
import org.jzenith.embedded.internal.Workspace;

/** The Redis server program, which runs as a child process of this JVM. */
record RedisProgram(DataDirectory directory, Path program) implements Launcher {

    static final Product PRODUCT =
            new Product("Redis", "redis", EmbeddedRedis.class, "REDIS", "redis-server", "redis.pid");

    /**
     * The file in the archive, by operating system and processor. Windows is missing, because its file has Redis 5, which jZenith does not
     * support.
     */
    private static final Map<String, String> FILES = Map.of(
            "linux x86_64", "redis-server-6.2.6-v5-linux-amd64",
            "linux arm_64", "redis-server-6.2.7-linux-arm64",
            "mac x86_64", "redis-server-6.2.6-v5-darwin-amd64",
            "mac arm_64", "redis-server-6.2.6-v5-darwin-arm64");

    private static final Pattern VERSION = Pattern.compile("Redis version=([0-9.]+)");
    private static final Duration STOP_LIMIT = Duration.ofSeconds(10);

    /** Unpacks the program for this machine. */
    static Path unpacked(final Workspace workspace, final TimeLimit deadline) {
        final String machine = (Platform.isLinux() ? "linux" : Platform.isMac() ? "mac" : Platform.name()) + " "
                + Platform.architecture();
        final String file = FILES.get(machine);
        final @Nullable URL packed =
                file == null ? null : RedisProgram.class.getClassLoader().getResource(file);
        if (file == null || packed == null) {
            throw new StartException(
                    StartProblem.of("The embedded Redis has no program for this machine: " + machine + ".")
                            .remedy(
                                    "Set redis.host (REDIS_HOST in the environment) to use a server. For development, start with"
                                            + " mvn jzenith:dev, or add com.github.codemonstur:embedded-redis."));
        }
        try {
            final URLConnection connection = packed.openConnection();
            connection.setUseCaches(false);
            final Path directory = UnpackedPrograms.in(
                    workspace, UnpackedPrograms.key(file, connection.getContentLengthLong(), 0), target -> {
                        UnpackedPrograms.check(deadline, file);
                        Files.createDirectories(target);
                        final Path copy = target.resolve(PRODUCT.program());
                        try (InputStream content = connection.getInputStream()) {
                            Files.copy(content, copy);
                        }
                        UnpackedPrograms.makeExecutable(copy);
                    });
            return directory.resolve(PRODUCT.program());
        } catch (final IOException e) {
            throw Workspace.notWritable(PRODUCT, workspace.directory(), e);
        }
    }

    @Override
    public boolean isInitialised() {
        return Files.exists(directory.data());
    }

    @Override
    public void initialise(final TimeLimit deadline) throws IOException {
        Files.createDirectory(directory.data());
    }

    @Override
    public void start(final int port, final TimeLimit deadline) {
        try {
            final Path settings = directory.root().resolve("redis.conf");
            Files.write(settings, settings(port));
            final Process process = new ExternalProgram(
                            PRODUCT,
                            PRODUCT.program(),
                            List.of(program.toString(), settings.toString()),
                            directory.log())
                    .start();
            directory.awaitReady(process, "Ready to accept connections", deadline);
        } catch (final IOException e) {
            throw directory.notWritable(e);
        }
    }

    /** Returns the settings for a file. On the command line, the password would be visible to other users of the machine. */
    private List<String> settings(final int port) throws IOException {
        final List<String> settings = new ArrayList<>(List.of(
                "bind 127.0.0.1",
                "port " + port,
                "requirepass " + Files.readString(directory.password()).trim(),
                "dir \"" + directory.data() + "\"",
                "pidfile \"" + PRODUCT.pidFile(directory.root()) + "\"",
                "databases 64",
                "save \"\""));
        if (!directory.temporary()) {
            settings.add("appendonly yes");
        }
        return settings;
    }

    /** Returns the server's version from its log. */
    String version() {
        try {
            final Matcher version = VERSION.matcher(Files.readString(directory.log()));
            return version.find() ? version.group(1) : "";
        } catch (final IOException e) {
            throw directory.notWritable(e);
        }
    }

    @Override
    public String portInUse() {
        return "Address already in use";
    }

    @Override
    public List<String> stopCommand() {
        return PRODUCT.stopCommand(directory.root(), directory.temporary());
    }

    @Override
    public void stop(final ServerProcess process) {
        directory.stop(process, STOP_LIMIT);
    }
}
