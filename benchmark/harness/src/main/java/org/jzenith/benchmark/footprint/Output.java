package org.jzenith.benchmark.footprint;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import org.jzenith.benchmark.process.BenchmarkException;

/** Writes results to the standard output and a file, everything else to the error output. */
final class Output {

    private static final DateTimeFormatter FOLDER = DateTimeFormatter.ofPattern("yyyy-MM-dd-HHmmss");

    private final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    private final PrintStream progress = new PrintStream(System.err, true, StandardCharsets.UTF_8);

    /** A measurement that may fail. */
    interface Measurement {

        void run(FootprintOptions options, Path root, MeasurementEnvironment environment);
    }

    /** Returns the exit code: 0 if all went well, 1 if the measurement failed, 2 if the command line is wrong. */
    int of(final FootprintOptions options, final String help, final Measurement measurement) {
        if (options.help()) {
            out.print(help);
            return 0;
        }
        final Path root = Path.of(System.getProperty("benchmark.root", "")).toAbsolutePath();
        try (MeasurementEnvironment environment = MeasurementEnvironment.below(root)) {
            measurement.run(options, root, environment);
            return 0;
        } catch (final BenchmarkException e) {
            refuse(e);
            return 1;
        }
    }

    void refuse(final BenchmarkException failure) {
        progress.println(failure.getMessage());
    }

    void progress(final String text) {
        progress.println(text);
    }

    void publish(final FootprintOptions options, final Path root, final String file, final String markdown) {
        out.print(markdown);
        final Path folder = options.out(root.resolve("benchmark/results")
                .resolve(LocalDateTime.now(ZoneId.systemDefault()).format(FOLDER)));
        try {
            Files.createDirectories(folder);
            Files.writeString(folder.resolve(file), markdown);
            progress.println("Written to " + folder.resolve(file) + ".");
        } catch (final IOException e) {
            throw new BenchmarkException("The results cannot be written to " + folder + ".", e);
        }
    }

    static String machine(final Jvm jvm) {
        return "JVM: " + jvm.version() + (jvm.options().isEmpty() ? "" : " " + String.join(" ", jvm.options()))
                + "; system: " + System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
                + System.getProperty("os.arch") + ", " + Runtime.getRuntime().availableProcessors() + " processors.\n";
    }
}
