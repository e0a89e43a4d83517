package org.jzenith.logging;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** {@link LoggedApplication} in a JVM of its own. */
final class LoggedProcess implements AutoCloseable {

    private final Process process;
    private final BufferedReader output;
    private final List<String> lines = new ArrayList<>();

    private LoggedProcess(final Process process) {
        this.process = process;
        this.output = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /**
     * Starts the application.
     *
     * @param variables of the environment
     * @param classPath a folder after the class path of the tests; empty for none
     * @param arguments options of the JVM, which start with {@code -D}, and settings
     */
    static LoggedProcess start(final Map<String, String> variables, final String classPath, final String... arguments)
            throws IOException {
        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-Dfile.encoding=UTF-8", "-cp"));
        command.add(
                System.getProperty("java.class.path") + (classPath.isEmpty() ? "" : File.pathSeparator + classPath));
        final List<String> settings = new ArrayList<>(List.of(arguments));
        settings.removeIf(argument -> argument.startsWith("-D"));
        command.addAll(List.of(arguments).stream()
                .filter(argument -> argument.startsWith("-D"))
                .toList());
        command.add(LoggedApplication.class.getName());
        command.addAll(settings);
        final ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(variables);
        return new LoggedProcess(builder.start());
    }

    /** Waits until the application is open, and returns its address. */
    URI awaitOpen() throws IOException {
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            lines.add(line);
            if (line.contains("Open at [")) {
                return URI.create(line.replaceAll(".*Open at \\[(\\S+)].*", "$1"));
            }
        }
        throw new AssertionError("It did not open: " + lines);
    }

    static String send(final URI server, final String request) throws IOException {
        try (Socket socket = new Socket(server.getHost(), server.getPort())) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    /** Stops the application, and returns all lines of its output. */
    List<String> stop() throws IOException {
        process.toHandle().destroy();
        return lines();
    }

    /** Waits for the end, and returns all lines of the output. */
    List<String> lines() throws IOException {
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            lines.add(line);
        }
        return lines;
    }

    @Override
    public void close() throws IOException {
        process.destroyForcibly();
        output.close();
    }
}
