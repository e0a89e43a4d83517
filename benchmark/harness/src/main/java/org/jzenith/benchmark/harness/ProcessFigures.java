package org.jzenith.benchmark.harness;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jzenith.benchmark.process.BenchmarkException;

/** A process's figures from Linux. */
final class ProcessFigures {

    static final String PEAK = "VmHWM:";
    private static final String RESIDENT = "VmRSS:";
    private static final double TICKS_A_SECOND = ticks();

    private final Path folder;

    ProcessFigures(final long pid) {
        folder = Path.of("/proc", String.valueOf(pid));
    }

    /** Returns the CPU time of all threads, in user and kernel mode. */
    double cpuSeconds() {
        return ticks(read("stat")) / TICKS_A_SECOND;
    }

    /** The peak counts from now. */
    void resetPeak() {
        try {
            Files.writeString(folder.resolve("clear_refs"), "5");
        } catch (final IOException e) {
            throw new BenchmarkException("The peak of the memory cannot be reset in " + folder + ".", e);
        }
    }

    double peakMebibytes() {
        return kibibytes(PEAK, read("status")) / 1024.0;
    }

    /** All pages that are in memory now. */
    double residentMebibytes() {
        return kibibytes(RESIDENT, read("status")) / 1024.0;
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

    private String read(final String file) {
        try {
            return Files.readString(folder.resolve(file));
        } catch (final IOException e) {
            throw new BenchmarkException(
                    "The process of a contestant is gone: " + folder.resolve(file) + " cannot be read.", e);
        }
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
