package org.jzenith.benchmark.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jzenith.benchmark.process.BenchmarkException;

/**
 * The file {@code results.csv} of a run: its facts in lines that start with {@code #}, a line with the columns of
 * {@link Report#csv}, and the samples.
 */
record SampleFile(Path file, Map<String, String> facts, List<String> samples) {

    private static final String MARK = "# ";
    private static final String COLON = ": ";

    /** The lines with the facts, for the top of a file. */
    static String facts(final Options options, final Map<String, String> machine, final LocalDate date) {
        return """
                # settings: %s
                # rounds: %s
                # data: the tables of the %s in PostgreSQL %s
                # commit: %s
                # versions: %s, %s%s
                # machine: %s, %s
                # date: %s
                """.formatted(
                        options.settings(),
                        options.rounds(),
                        options.suite().isService() ? "service" : "example",
                        machine.get("PostgreSQL"),
                        machine.get("commit"),
                        machine.get("JVM"),
                        machine.get("jZenith's libraries"),
                        options.peers().isEmpty() ? "" : ", " + machine.get("other frameworks"),
                        machine.get("processor"),
                        machine.get("system"),
                        date);
    }

    static SampleFile read(final Path file) {
        final Map<String, String> facts = new LinkedHashMap<>();
        final List<String> samples = new ArrayList<>();
        try {
            for (final String line : Files.readAllLines(file)) {
                if (line.startsWith(MARK)) {
                    final int colon = line.indexOf(COLON);
                    facts.put(line.substring(MARK.length(), colon), line.substring(colon + COLON.length()));
                } else {
                    samples.add(line);
                }
            }
        } catch (final IOException e) {
            throw new BenchmarkException("The results in " + file + " cannot be read.", e);
        }
        return new SampleFile(file, facts, samples.subList(1, samples.size()));
    }

    /** The samples of several files, which must have all facts in common. */
    static SampleFile joined(final List<SampleFile> files) {
        final SampleFile first = files.get(0);
        for (final SampleFile other : files) {
            for (final String name : first.facts.keySet()) {
                if (!first.fact(name).equals(other.fact(name))) {
                    throw new BenchmarkException("The results in " + first.file + " and " + other.file
                            + " differ in their " + name + ": '" + first.fact(name) + "' and '" + other.fact(name)
                            + "'. Publish results that have these in common.");
                }
            }
        }
        return new SampleFile(
                first.file,
                first.facts,
                files.stream().flatMap(file -> file.samples.stream()).toList());
    }

    String fact(final String name) {
        final String fact = facts.get(name);
        if (fact == null) {
            throw new BenchmarkException("The results in " + file + " do not say their " + name
                    + ", so they cannot be published. Measure again with benchmark/run.");
        }
        return fact;
    }

    Results results(final Predicate<LoadTest> wanted) {
        final Results results = new Results();
        for (final String line : samples) {
            final String[] cells = line.split(",", -1);
            final LoadTest test = LoadTest.of(cells[0]);
            if (wanted.test(test)) {
                results.add(test, cells[1], sample(cells));
            }
        }
        return results;
    }

    /** The tables need no latencies. */
    private static Sample sample(final String... cells) {
        return new Sample(
                new Wrk.Result(
                        Double.parseDouble(cells[3]),
                        Long.parseLong(cells[4]),
                        Long.parseLong(cells[13]),
                        Latencies.NONE),
                Double.parseDouble(cells[14]),
                Double.parseDouble(cells[16]));
    }
}
