package org.jzenith.benchmark.harness;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.jzenith.benchmark.process.BenchmarkException;

/** Linux's figures of a process and its child processes. */
final class ProcessFigures {

    static final String PEAK = "VmHWM:";
    private static final String RESIDENT = "VmRSS:";
    private static final double TICKS_A_SECOND = ticks();

    private final long pid;

    ProcessFigures(final long pid) {
        this.pid = pid;
    }

    /** Returns the CPU time of all threads, in user and kernel mode. */
    double cpuSeconds() {
        return read("stat").mapToLong(ProcessFigures::ticks).sum() / TICKS_A_SECOND;
    }

    /** The peak counts from now. */
    void resetPeak() {
        files("clear_refs").forEach(file -> {
            try {
                Files.writeString(file, "5");
            } catch (final IOException e) {
                throw new BenchmarkException("The peak of the memory cannot be reset by " + file + ".", e);
            }
        });
    }

    /** Pages that the processes share count for each of them. */
    double peakMebibytes() {
        return mebibytes(PEAK);
    }

    /** All pages that are in memory now; those that the processes share count for each of them. */
    double residentMebibytes() {
        return mebibytes(RESIDENT);
    }

    private double mebibytes(final String field) {
        return read("status").mapToLong(status -> kibibytes(field, status)).sum() / 1024.0;
    }

    /** The fields 14 and 15, counted behind the name, which may hold anything. */
    static long ticks(final String stat) {
        final String[] fields =
                stat.substring(stat.lastIndexOf(')') + 1).strip().split(" +", -1);
        return Long.parseLong(fields[11]) + Long.parseLong(fields[12]);
    }

    static long kibibytes(final String field, final String status) {
        return status.lines()
                .filter(line -> line.startsWith(field))
                .map(line -> line.substring(field.length()).replace("kB", "").strip())
                .mapToLong(Long::parseLong)
                .findFirst()
                .orElseThrow(() -> new BenchmarkException("The kernel tells no " + field));
    }

    private Stream<String> read(final String name) {
        return files(name).map(file -> {
            try {
                return Files.readString(file);
            } catch (final IOException e) {
                throw new BenchmarkException("The process of a contestant is gone: " + file + " cannot be read.", e);
            }
        });
    }

    /** Returns the file for the process and each of its descendants. */
    private Stream<Path> files(final String name) {
        return Stream.concat(
                        Stream.of(pid),
                        ProcessHandle.of(pid).stream()
                                .flatMap(ProcessHandle::descendants)
                                .map(ProcessHandle::pid))
                .map(each -> Path.of("/proc", String.valueOf(each), name));
    }

    private static double ticks() {
        try {
            final Process process = new ProcessBuilder("getconf", "CLK_TCK").start();
            return Double.parseDouble(
                    new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip());
        } catch (final IOException e) {
            throw new BenchmarkException(
                    "The program 'getconf' cannot be run, which tells the clock ticks a second. The benchmark"
                            + " needs Linux.",
                    e);
        }
    }
}
