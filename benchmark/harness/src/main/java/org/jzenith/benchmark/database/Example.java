package org.jzenith.benchmark.database;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jzenith.benchmark.process.BenchmarkDatabase;
import org.jzenith.benchmark.process.BenchmarkException;
import org.jzenith.benchmark.process.Child;
import org.jzenith.benchmark.process.Cleanup;
import org.jzenith.benchmark.process.LoadOptions;
import org.jzenith.benchmark.process.MeasuredServer;
import org.jzenith.benchmark.process.SecretTokens;

/** The example application and its PostgreSQL, until the clean-up. */
record Example(BenchmarkDatabase database, InetSocketAddress address, Child program) {

    private static final Duration LIMIT = Duration.ofMinutes(2);

    static Example start(final Cleanup cleanup, final LoadOptions options) {
        final Path root = Path.of(System.getProperty("benchmark.root", "")).toAbsolutePath();
        final Path jar = Path.of(options.text(
                "--jar",
                root.resolve("jzenith-example/target/jzenith-example.jar").toString()));
        if (!Files.isRegularFile(jar)) {
            throw new BenchmarkException(
                    "There is no " + jar + ". Use the script of this measurement, which builds it.");
        }
        final BenchmarkDatabase database = BenchmarkDatabase.start(cleanup);
        final int port = Child.freePort();
        final Map<String, String> environment = database.environment();
        environment.put("REST_PORT", String.valueOf(port));
        environment.put("REST_ACCESS_LOG_FORMAT", "off");
        environment.put("JWT_ISSUER", SecretTokens.ISSUER);
        environment.put("JWT_SECRET", SecretTokens.SECRET);
        environment.putAll(options.environment());
        final Child program = Child.start(
                "the example",
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-jar", jar.toString()),
                environment,
                cleanup.temporaryFolder().resolve("program.log"));
        cleanup.add("program", program::close);
        final Example example =
                new Example(database, new InetSocketAddress(InetAddress.getLoopbackAddress(), port), program);
        final long begin = System.nanoTime();
        while (!example.answers()) {
            if (!program.isAlive() || System.nanoTime() - begin > LIMIT.toNanos()) {
                throw program.silence();
            }
            MeasuredServer.pause(100);
        }
        return example;
    }

    private boolean answers() {
        try (Socket socket = send("/health/ready")) {
            return status(socket) == 200;
        } catch (final IOException e) {
            return false;
        }
    }

    /** Sends a request on a connection of its own, and does not wait for the answer. */
    Socket send(final String path) throws IOException {
        final Socket socket = new Socket(address.getAddress(), address.getPort());
        socket.getOutputStream()
                .write(("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    /** The status of the answer. */
    static int status(final Socket socket) throws IOException {
        final byte[] line = socket.getInputStream().readNBytes(12);
        return line.length < 12 ? 0 : Integer.parseInt(new String(line, 9, 3, StandardCharsets.US_ASCII));
    }
}
