package org.jzenith.benchmark.footprint;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jzenith.benchmark.process.BenchmarkException;

/** The memory of a process as Linux and the JVM report it, in MiB. */
final class Memory {

    private static final Pattern USED = Pattern.compile("(?:heap|generation|Gen)\\s+total.*?used (\\d+)K");

    private static final Pattern CLASSES =
            Pattern.compile("^java\\.cls\\.(?:loaded|sharedLoaded)Classes=(\\d+)$", Pattern.MULTILINE);

    private Memory() {}

    /** All pages in memory, also those shared with other processes. */
    static double resident(final Running running) {
        return field(proc(running, "status"), "VmRSS:");
    }

    /** Returns the memory of a process, where a page shared by n processes counts 1/n. */
    static double proportional(final Running running) {
        return field(proc(running, "smaps_rollup"), "Pss:");
    }

    /** Returns the memory of live objects, after a full collection. */
    static double liveHeap(final Jvm jvm, final Running running) {
        jcmd(jvm, running, "GC.run");
        final Matcher used = USED.matcher(jcmd(jvm, running, "GC.heap_info"));
        double kibibytes = 0;
        while (used.find()) {
            kibibytes += Long.parseLong(used.group(1));
        }
        if (kibibytes == 0) {
            throw new BenchmarkException(
                    "The heap of this garbage collector cannot be read. Choose the serial, parallel or G1"
                            + " collector by --jvm-options.");
        }
        return kibibytes / 1024;
    }

    /** The number of classes that are loaded, also those from an archive. */
    static double classes(final Jvm jvm, final Running running) {
        final Matcher counted = CLASSES.matcher(jcmd(jvm, running, "PerfCounter.print"));
        double classes = 0;
        while (counted.find()) {
            classes += Long.parseLong(counted.group(1));
        }
        return classes;
    }

    private static String jcmd(final Jvm jvm, final Running running, final String command) {
        try {
            final Process process = new ProcessBuilder(jvm.program("jcmd"), String.valueOf(running.pid()), command)
                    .redirectErrorStream(true)
                    .start();
            return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (final IOException e) {
            throw new BenchmarkException("The program jcmd cannot be run. It is part of a JDK; name one by --jvm.", e);
        }
    }

    private static Path proc(final Running running, final String file) {
        return Path.of("/proc", String.valueOf(running.pid()), file);
    }

    private static double field(final Path file, final String name) {
        try {
            return Files.readAllLines(file).stream()
                            .filter(line -> line.startsWith(name))
                            .mapToDouble(line -> Double.parseDouble(line.replaceAll("\\D", "")))
                            .findFirst()
                            .orElseThrow(
                                    () -> new BenchmarkException("The kernel tells no " + name + " in " + file + "."))
                    / 1024;
        } catch (final IOException e) {
            throw new BenchmarkException("The memory of a program cannot be read. This measurement needs Linux.", e);
        }
    }
}
