package org.jzenith.benchmark.scale;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jzenith.benchmark.process.BenchmarkException;
import org.jzenith.benchmark.process.LoadOptions;

/**
 * The figures from which the plan is computed. Each can be given on the command line.
 *
 * @param law requests in a second by event loops, if each has a processor
 * @param largest the largest number of event loops that was measured
 * @param reads the part of the requests that reads from the database
 * @param writes the part of the requests that writes
 * @param readMicros processor time of PostgreSQL for a read
 * @param writeMicros processor time of PostgreSQL for a write
 * @param writeMillis the time for which a write holds a connection
 * @param messages messages for a request
 * @param partitionRate messages in a second that one partition can have
 * @param messageMicros processor time of a consumer for a message
 * @param messageDatabaseMicros processor time of PostgreSQL for a message, if it is kept there
 * @param utilization the part of the processors that is used, 0 to 1
 * @param instanceCores the processors of an instance, and its event loops
 * @param databaseCores the processors of a PostgreSQL
 * @param databaseConnections the connections that a PostgreSQL accepts
 * @param replicas the replicas that a PostgreSQL can have
 * @param price the price of a processor; NaN if none was given
 */
record PlanFigures(
        UniversalScalability law,
        int largest,
        double reads,
        double writes,
        double readMicros,
        double writeMicros,
        double writeMillis,
        double messages,
        double partitionRate,
        double messageMicros,
        double messageDatabaseMicros,
        double utilization,
        int instanceCores,
        int databaseCores,
        int databaseConnections,
        int replicas,
        double price) {

    static final List<String> OPTIONS = List.of(
            "--points",
            "--reads",
            "--writes",
            "--read-micros",
            "--write-micros",
            "--write-millis",
            "--messages",
            "--partition-rate",
            "--message-micros",
            "--message-database-micros",
            "--utilization",
            "--instance-cores",
            "--database-cores",
            "--database-connections",
            "--replicas",
            "--price");

    /** Figures that a measurement finds. */
    record Measured(
            List<ScalePoint> points,
            double readMicros,
            double writeMicros,
            double writeMillis,
            double partitionRate,
            double messageMicros,
            double messageDatabaseMicros) {

        /** No figures: all must be given. */
        static final Measured NONE =
                new Measured(List.of(), Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN);

        Measured withService(final List<ScalePoint> found, final double ofRead, final double ofWrite) {
            return new Measured(
                    found, ofRead, ofWrite, writeMillis, partitionRate, messageMicros, messageDatabaseMicros);
        }

        Measured withWriteMillis(final double found) {
            return new Measured(
                    points, readMicros, writeMicros, found, partitionRate, messageMicros, messageDatabaseMicros);
        }

        Measured withMessages(final MessageLimits.Found found) {
            return new Measured(
                    points,
                    readMicros,
                    writeMicros,
                    writeMillis,
                    found.perSecond(),
                    found.instanceMicros(),
                    found.databaseMicros() + found.appendMicros());
        }
    }

    /** Reads the options; what they do not have comes from a measurement. */
    static PlanFigures of(final LoadOptions options, final Measured measured) {
        final List<ScalePoint> given = points(options.text("--points", ""));
        final List<ScalePoint> points = given.isEmpty() ? measured.points() : given;
        final double writes = number(options, "--writes", 0.1);
        final PlanFigures figures = new PlanFigures(
                UniversalScalability.fit(points),
                points.stream().mapToInt(ScalePoint::loops).max().orElse(0),
                number(options, "--reads", 0.3),
                writes,
                number(options, "--read-micros", measured.readMicros()),
                number(options, "--write-micros", measured.writeMicros()),
                number(options, "--write-millis", measured.writeMillis()),
                number(options, "--messages", writes),
                number(options, "--partition-rate", measured.partitionRate()),
                number(options, "--message-micros", measured.messageMicros()),
                number(options, "--message-database-micros", measured.messageDatabaseMicros()),
                number(options, "--utilization", 0.6),
                options.number("--instance-cores", 2),
                options.number("--database-cores", 16),
                options.number("--database-connections", 500),
                options.number("--replicas", 5),
                optional(options, "--price", Double.NaN));
        if (figures.reads + figures.writes > 1 || figures.utilization <= 0 || figures.utilization > 1) {
            throw new BenchmarkException(
                    "--reads and --writes are parts of the requests, together at most 1, and --utilization is above 0 and at most 1.");
        }
        return figures;
    }

    private static List<ScalePoint> points(final String text) {
        final List<ScalePoint> points = new ArrayList<>();
        for (final String point : text.isEmpty() ? new String[0] : text.split(",", -1)) {
            final String[] parts = point.split(":", 2);
            if (parts.length < 2) {
                throw new BenchmarkException("The point '" + point
                        + "' of --points is wrong. Give LOOPS:REQUESTS, such as 1:20000,2:39500,4:77000.");
            }
            points.add(new ScalePoint(
                    new LoadOptions(Map.of("--points", parts[0])).number("--points", 0), parse("--points", parts[1])));
        }
        return points;
    }

    private static double number(final LoadOptions options, final String name, final double otherwise) {
        final double number = optional(options, name, otherwise);
        if (Double.isNaN(number) || number < 0) {
            throw new BenchmarkException("There is no figure for " + name + ". Measure it, or give it.");
        }
        return number;
    }

    private static double optional(final LoadOptions options, final String name, final double otherwise) {
        final String text = options.text(name, "");
        return text.isEmpty() ? otherwise : parse(name, text);
    }

    private static double parse(final String name, final String text) {
        try {
            return Double.parseDouble(text);
        } catch (final NumberFormatException e) {
            throw new BenchmarkException("The option " + name + " has '" + text + "'; give a number.", e);
        }
    }

    /** Returns the options that plan with these figures again. */
    String options() {
        return String.format(
                Locale.ROOT,
                "--points %s --read-micros %.0f --write-micros %.0f --write-millis %.2f --partition-rate %.0f --message-micros %.0f"
                        + " --message-database-micros %.0f",
                String.join(
                        ",",
                        List.of(1, 2, largest).stream()
                                .map(n -> String.format(Locale.ROOT, "%d:%.0f", n, law.at(n)))
                                .toList()),
                readMicros,
                writeMicros,
                writeMillis,
                partitionRate,
                messageMicros,
                messageDatabaseMicros);
    }
}
