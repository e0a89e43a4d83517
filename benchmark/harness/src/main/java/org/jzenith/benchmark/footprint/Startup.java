package org.jzenith.benchmark.footprint;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jzenith.benchmark.process.BenchmarkException;

/** Measures the time from the start of a process to its first answer: {@code benchmark/startup --help} tells how. */
public final class Startup {

    private static final String HELP = """
            Measures the time from the start of a process to its first answer, and its memory then, of the
            example, of jZenith applications without database (the smallest one, and one with 11 and with 511
            resource methods), of the hand-written baseline, and of Quarkus REST; each without and with a
            class-data archive (AppCDS, or the AOT cache where the JVM has it). The classes that are loaded
            then are counted, too. PostgreSQL runs already and has its tables. Nothing stays behind.

                benchmark/startup [--skip-build] [options]

              --runs N             starts of each program (default 10)
              --programs LIST      of example, hello, few-methods, many-methods, baseline, quarkus (default: all
                                   but quarkus)
              --jvm FOLDER         a Java installation for the programs (default: the one this runs on)
              --jvm-options TEXT   options of the JVM for the programs (default: none)
              --out FOLDER         where startup.md is written (default: benchmark/results/ and the time)
              --help               this text
            """;

    private static final List<String> OPTIONS = List.of("--runs", "--programs", "--jvm", "--jvm-options", "--out");

    private final Jvm jvm;
    private final MeasurementEnvironment environment;
    private final Output output;

    private Startup(final Jvm jvm, final MeasurementEnvironment environment, final Output output) {
        this.jvm = jvm;
        this.environment = environment;
        this.output = output;
    }

    /**
     * The program. Its exit code is 0 if all went well, 1 if the measurement failed, 2 if the command line is wrong.
     *
     * @param arguments the options
     */
    public static void main(final String... arguments) {
        final Output output = new Output();
        try {
            final FootprintOptions options = FootprintOptions.parse(OPTIONS, arguments);
            final int runs = options.number("--runs", 10, 1, 1_000);
            final List<Program> programs = options.programs();
            final Jvm jvm = options.jvm();
            System.exit(output.of(options, HELP, (same, root, environment) -> {
                final String markdown = new Startup(jvm, environment, output).measure(programs, runs);
                output.publish(options, root, "startup.md", markdown);
            }));
        } catch (final BenchmarkException e) {
            output.refuse(e);
            System.exit(2);
        }
    }

    private String measure(final List<Program> chosen, final int runs) {
        if (chosen.stream().anyMatch(Program::usesDatabase)) {
            environment.openDatabase(jvm);
        }
        final List<MeasuredProgram> programs = new ArrayList<>();
        for (final Program program : chosen) {
            programs.add(new MeasuredProgram(program, "none", List.of(), 0));
            programs.add(withArchive(program));
        }
        // The first start of each reads its files from the disk and is not counted.
        for (int run = 0; run <= runs; run++) {
            for (final MeasuredProgram measured : programs) {
                measured.measure(run > 0);
            }
            output.progress(run == 0 ? "Measuring." : "Round " + run + " of " + runs + " is done.");
        }
        return report(programs, runs);
    }

    private MeasuredProgram withArchive(final Program program) {
        final Path archive = environment.file(program.title().replace(' ', '-') + ".archive");
        environment.train(jvm, program, jvm.writing(archive));
        try {
            final long size = Files.size(archive);
            output.progress("Made the archive of " + program.title() + ".");
            return new MeasuredProgram(program, jvm.archiveName(), jvm.reading(archive), size);
        } catch (final IOException e) {
            throw new BenchmarkException("The JVM has written no archive of " + program.title() + ".", e);
        }
    }

    private static String report(final List<MeasuredProgram> programs, final int runs) {
        final StringBuilder text = new StringBuilder("# Start-up\n\nFrom the start of the process to the first 200, and"
                + " what the process had taken then: median of " + runs + " starts in turns (least to largest).\n\n"
                + "| program | archive | first 200, ms | CPU time, ms | resident memory, MiB | classes | archive, MiB |\n"
                + "|---|---|--:|--:|--:|--:|--:|\n");
        programs.forEach(measured -> text.append(measured.row()));
        programs.stream()
                .filter(many -> many.program == Program.MANY_METHODS)
                .forEach(many -> programs.stream()
                        .filter(few -> few.program == Program.FEW_METHODS && few.archiveName.equals(many.archiveName))
                        .forEach(few -> text.append(many.beyond(few))));
        return text.append('\n').append(Output.machine(programs.get(0).jvm())).toString();
    }

    /** A program with or without an archive. */
    private final class MeasuredProgram {

        private final Program program;
        private final String archiveName;
        private final List<String> archive;
        private final long archiveSize;
        private final Figures firstAnswer = new Figures();
        private final Figures cpuTime = new Figures();
        private final Figures memory = new Figures();
        private final Figures classes = new Figures();

        MeasuredProgram(
                final Program program, final String archiveName, final List<String> archive, final long archiveSize) {
            this.program = program;
            this.archiveName = archiveName;
            this.archive = archive;
            this.archiveSize = archiveSize;
        }

        Jvm jvm() {
            return jvm;
        }

        void measure(final boolean counts) {
            try (Running running = environment.start(jvm, program, archive, List.of())) {
                final Duration time = running.awaitAnswer();
                final Duration cpu = running.cpuTime();
                if (counts) {
                    firstAnswer.add(time.toNanos() / 1e6);
                    cpuTime.add(cpu.toNanos() / 1e6);
                    memory.add(Memory.resident(running));
                    classes.add(Memory.classes(jvm, running));
                }
            }
        }

        String beyond(final MeasuredProgram few) {
            return String.format(
                    Locale.ROOT,
                    "%n500 further resource methods, archive %s: %+.0f ms to the first 200, %+.0f ms of CPU time.%n",
                    archiveName,
                    firstAnswer.median() - few.firstAnswer.median(),
                    cpuTime.median() - few.cpuTime.median());
        }

        String row() {
            return "| " + program.title() + " | " + archiveName + " | " + firstAnswer.spread(0) + " | "
                    + cpuTime.spread(0) + " | " + memory.spread(0) + " | " + classes.spread(0) + " | "
                    + (archiveSize == 0 ? "" : Math.round(archiveSize / 1048576.0)) + " |\n";
        }
    }
}
