package org.jzenith.example;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jzenith.postgresql.embedded.PostgresqlServer;

/** An application in a JVM of its own, with options such as a small heap. */
public record ChildApplication(Process process, BufferedReader reader, String address) implements AutoCloseable {

    /** Starts the main class with the test's class path, and waits until it is open. */
    static ChildApplication start(final Class<?> main, final PostgresqlServer database, final String... options)
            throws IOException {
        return start(main, List.of(options), settings(database));
    }

    /** Returns settings for a server, whose database postgres then belongs to a role to which policies apply. */
    static String[] settings(final PostgresqlServer server, final String... further) {
        server.setOwner("postgres", "example", server.password());
        final List<String> settings = new ArrayList<>(List.of(
                "--postgresql.host=" + server.host(),
                "--postgresql.port=" + server.port(),
                "--postgresql.username=example",
                "--postgresql.password=" + server.password(),
                "--postgresql.database=postgres"));
        settings.addAll(List.of(further));
        return settings.toArray(String[]::new);
    }

    /** Starts the main class with settings, on a free port. */
    public static ChildApplication start(final Class<?> main, final List<String> options, final String... settings)
            throws IOException {
        final List<String> command = new ArrayList<>();
        command.add(java.nio.file.Path.of(System.getProperty("java.home"), "bin", "java")
                .toString());
        command.addAll(List.of(
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-XX:+UnlockDiagnosticVMOptions",
                "-XX:-BytecodeVerificationRemote"));
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName(), "--rest.port=0"));
        command.addAll(Arrays.asList(settings));
        final Process process =
                new ProcessBuilder(command).redirectErrorStream(true).start();
        final BufferedReader reader =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        final StringBuilder all = new StringBuilder();
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
            if (line.contains("Open at [")) {
                return new ChildApplication(process, reader, line.replaceAll(".*Open at \\[(\\S+)].*", "$1"));
            }
            all.append(line).append('\n');
        }
        throw new AssertionError("It did not open: " + all);
    }

    HttpRequest get(final String path) {
        return HttpRequest.newBuilder(URI.create(address + path))
                .timeout(Duration.ofSeconds(60))
                .build();
    }

    /** Waits for the end of the application and returns its output. */
    String output() throws IOException {
        final StringBuilder all = new StringBuilder();
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
            all.append(line).append('\n');
        }
        return all.toString();
    }

    @Override
    public void close() throws IOException {
        process.destroyForcibly();
        reader.close();
    }
}
