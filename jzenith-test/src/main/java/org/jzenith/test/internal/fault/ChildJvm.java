package org.jzenith.test.internal.fault;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A program in its own JVM, which a test can kill. Its output is read to the end, so that it never waits. */
public final class ChildJvm implements AutoCloseable {

    private final Process process;

    private ChildJvm(final Process process) {
        this.process = process;
    }

    /** Starts a main class with the class path of the test, and waits until it prints a text. */
    public static ChildJvm start(final Class<?> main, final String text, final String... arguments) throws IOException {
        final List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        Collections.addAll(command, arguments);
        final Process process =
                new ProcessBuilder(command).redirectErrorStream(true).start();
        final BufferedReader reader =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        final StringBuilder all = new StringBuilder();
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
            all.append(line).append('\n');
            if (line.contains(text)) {
                final Thread drain =
                        new Thread(() -> reader.lines().forEach(rest -> {}), "output of " + main.getName());
                drain.setDaemon(true);
                drain.start();
                return new ChildJvm(process);
            }
        }
        throw new AssertionError(main.getName() + " ended without printing '" + text + "': " + all);
    }

    /** Ends it as a loss of power does. */
    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
