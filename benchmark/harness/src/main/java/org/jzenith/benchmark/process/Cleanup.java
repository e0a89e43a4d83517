package org.jzenith.benchmark.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Closes everything in reverse order: at the end, after a failure and when the program is told to stop
 * in the middle. Safe for use by many threads.
 */
public final class Cleanup implements AutoCloseable {

    /** Undoes something; may fail. */
    public interface Step {

        /**
         * Undoes it.
         *
         * @throws Exception which is logged
         */
        void run() throws Exception;
    }

    private final Map<Object, Step> steps = new LinkedHashMap<>();
    private boolean closed;

    /** Creates a clean-up without steps. */
    public Cleanup() {}

    /**
     * Makes a folder, which goes with all that is in it then.
     *
     * @return the folder
     */
    public Path temporaryFolder() {
        try {
            final Path folder = Files.createTempDirectory("jzenith-benchmark");
            add("temporary folder", () -> delete(folder));
            return folder;
        } catch (final IOException e) {
            throw new BenchmarkException("There is no place for temporary files.", e);
        }
    }

    private static void delete(final Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (final Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(Objects.requireNonNull(file));
            }
        }
    }

    /**
     * Remembers a step; one that comes too late is done at once.
     *
     * @param name replaces an earlier step of this name
     * @param step undoes something
     */
    public void add(final Object name, final Step step) {
        synchronized (this) {
            if (!closed) {
                steps.put(name, step);
                return;
            }
        }
        quietly(step);
        throw new BenchmarkException("The benchmark was told to stop.");
    }

    /**
     * Begins a part that may be undone before the rest.
     *
     * @return the part
     */
    public Cleanup part() {
        final Cleanup part = new Cleanup();
        add(part, part::close);
        return part;
    }

    @Override
    public void close() {
        final Deque<Step> reverse = new ArrayDeque<>();
        synchronized (this) {
            closed = true;
            steps.values().forEach(reverse::addFirst);
            steps.clear();
        }
        reverse.forEach(Cleanup::quietly);
    }

    /** Runs a step and logs its failure, so that the other steps run. */
    private static void quietly(final Step step) {
        try {
            step.run();
        } catch (final Exception e) {
            System.getLogger(Cleanup.class.getName()).log(System.Logger.Level.WARNING, "Something stays behind.", e);
        }
    }
}
