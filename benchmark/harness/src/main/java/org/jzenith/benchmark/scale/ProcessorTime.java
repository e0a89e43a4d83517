package org.jzenith.benchmark.scale;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jzenith.benchmark.process.BenchmarkException;

/**
 * The processor time of processes at one time, by thread, in nanoseconds. The total of {@code /proc/PID/stat} has steps of 10 ms, which is too
 * coarse for loads of a few seconds.
 *
 * @param nanos by the file of the thread
 */
record ProcessorTime(Map<Path, Long> nanos) {

    /** Reads the processor time that processes have used. */
    static ProcessorTime of(final Collection<Long> pids) {
        final Map<Path, Long> nanos = new HashMap<>();
        for (final long pid : pids) {
            try (Stream<Path> threads = Files.list(Path.of("/proc", String.valueOf(pid), "task"))) {
                threads.forEach(
                        thread -> add(nanos, Objects.requireNonNull(thread).resolve("schedstat")));
            } catch (final NoSuchFileException e) {
                // The process has ended.
            } catch (final IOException e) {
                throw new BenchmarkException("The processor time of " + pid + " cannot be read. This needs Linux.", e);
            }
        }
        return new ProcessorTime(nanos);
    }

    private static void add(final Map<Path, Long> nanos, final Path file) {
        try {
            nanos.put(file, Long.parseLong(Files.readString(file).split(" ", 2)[0]));
        } catch (final IOException e) {
            // The thread has ended.
        }
    }

    /** Returns the seconds that the threads have used since then. What threads have used that have ended is not part of it. */
    double secondsSince(final ProcessorTime before) {
        return nanos.entrySet().stream()
                        .mapToLong(entry -> entry.getValue() - before.nanos.getOrDefault(entry.getKey(), 0L))
                        .sum()
                / 1e9;
    }

    /** Returns a process and all that it has started. */
    static List<Long> withDescendants(final long pid) {
        return ProcessHandle.of(pid).stream()
                .flatMap(process -> Stream.concat(Stream.of(process), process.descendants()))
                .map(ProcessHandle::pid)
                .toList();
    }
}
