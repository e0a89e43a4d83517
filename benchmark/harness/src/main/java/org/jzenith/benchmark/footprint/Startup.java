package org.jzenith.benchmark.footprint;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jzenith.benchmark.process.Failure;

/** Measures the time from the start of a process to its first answer: {@code benchmark/startup --help} tells how. */
public final class Startup {

    private static final String HELP = """
            Measures the time from the start of a process to its first answer, and its memory then, of the
            example, of a jZenith application without database, and of the hand-written baseline; each without
            and with a class-data archive (AppCDS, or the AOT cache where the JVM has it). PostgreSQL runs
            already and has its tables. Nothing stays behind.

                benchmark/startup [--skip-build] [options]

              --runs N             starts of each program (default 10)
              --jvm FOLDER         a Java installation for the programs (default: the one this runs on)
              --jvm-options TEXT   options of the JVM for the programs (default: none)
              --out FOLDER         where startup.md is written (default: benchmark/results/ and the time)
              --help               this text
            """;

    private static final List<String> OPTIONS = List.of("--runs", "--jvm", "--jvm-options", "--out");

    private final Jvm jvm;
    private final Workplace workplace;
    private final Outcome outcome;

    private Startup(final Jvm jvm, final Workplace workplace, final Outcome outcome) {
        this.jvm = jvm;
        this.workplace = workplace;
        this.outcome = outcome;
    }

    /**
     * The program. Its exit code is 0 if all went well, 1 if the measurement failed, 2 if the command line is wrong.
     *
     * @param arguments the options
     */
    public static void main(final String... arguments) {
        final Outcome outcome = new Outcome();
        try {
            final Options options = Options.parse(OPTIONS, arguments);
            final int runs = options.number("--runs", 10, 1, 1_000);
            final Jvm jvm = options.jvm();
            System.exit(outcome.of(options, HELP, (same, root, workplace) -> {
                final String markdown = new Startup(jvm, workplace, outcome).measure(runs);
                outcome.publish(options, root, "startup.md", markdown);
            }));
        } catch (final Failure e) {
            outcome.refuse(e);
            System.exit(2);
        }
    }

    private String measure(final int runs) {
        workplace.openDatabase(jvm);
        final List<Entrant> entrants = new ArrayList<>();
        for (final Program program : List.of(Program.EXAMPLE, Program.HELLO, Program.BASELINE)) {
            entrants.add(new Entrant(program, "none", List.of(), 0));
            entrants.add(withArchive(program));
        }
        // The first start of each reads its files from the disk and is not counted.
        for (int run = 0; run <= runs; run++) {
            for (final Entrant entrant : entrants) {
                entrant.measure(run > 0);
            }
            outcome.progress(run == 0 ? "Measuring." : "Round " + run + " of " + runs + " is done.");
        }
        return report(entrants, runs);
    }

    private Entrant withArchive(final Program program) {
        final Path archive = workplace.file(program.name().replace(' ', '-') + ".archive");
        workplace.train(jvm, program, jvm.writing(archive));
        try {
            final long size = Files.size(archive);
            outcome.progress("Made the archive of " + program.name() + ".");
            return new Entrant(program, jvm.archiveName(), jvm.reading(archive), size);
        } catch (final IOException e) {
            throw new Failure("The JVM has written no archive of " + program.name() + ".", e);
        }
    }

    private static String report(final List<Entrant> entrants, final int runs) {
        final StringBuilder text = new StringBuilder("# Start-up\n\nFrom the start of the process to the first 200, and"
                + " what the process had taken then: median of " + runs + " starts in turns (least to largest).\n\n"
                + "| program | archive | first 200, ms | CPU time, ms | resident memory, MiB | archive, MiB |\n"
                + "|---|---|--:|--:|--:|--:|\n");
        entrants.forEach(entrant -> text.append(entrant.row()));
        return text.append('\n').append(Outcome.machine(entrants.get(0).jvm())).toString();
    }

    /** A program with or without an archive. */
    private final class Entrant {

        private final Program program;
        private final String archiveName;
        private final List<String> archive;
        private final long archiveSize;
        private final Figures firstAnswer = new Figures();
        private final Figures cpuTime = new Figures();
        private final Figures memory = new Figures();

        Entrant(final Program program, final String archiveName, final List<String> archive, final long archiveSize) {
            this.program = program;
            this.archiveName = archiveName;
            this.archive = archive;
            this.archiveSize = archiveSize;
        }

        Jvm jvm() {
            return jvm;
        }

        void measure(final boolean counts) {
            try (Running running = workplace.start(jvm, program, archive, List.of())) {
                final Duration time = running.awaitAnswer();
                final Duration cpu = running.cpuTime();
                if (counts) {
                    firstAnswer.add(time.toNanos() / 1e6);
                    cpuTime.add(cpu.toNanos() / 1e6);
                    memory.add(Memory.resident(running));
                }
            }
        }

        String row() {
            return "| " + program.name() + " | " + archiveName + " | " + firstAnswer.spread(0) + " | "
                    + cpuTime.spread(0) + " | " + memory.spread(0) + " | "
                    + (archiveSize == 0 ? "" : Math.round(archiveSize / 1048576.0)) + " |\n";
        }
    }
}
