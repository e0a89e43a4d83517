package org.jzenith.benchmark.scale;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jzenith.benchmark.process.BenchmarkException;
import org.jzenith.benchmark.process.Cleanup;
import org.jzenith.benchmark.process.LoadOptions;
import org.jzenith.benchmark.scale.ServiceLoads.Setup;

/** Measures, predicts and simulates many instances: {@code benchmark/scale --help} tells how. */
public final class Scale {

    private static final String HELP = """
            Measures what an instance does for each second of processor time, fits the universal scalability law to one
            and two instances with one and two event loops each, compares its prediction for three instances with a
            measurement, and plans for 10,000, 100,000 and 1,000,000 requests a second. Simulates consumers that come
            and go. Prints the tables of docs/scale.md. Without one of the first five options it does all.

                benchmark/scale [--skip-build] [options]

              --measure            instances of the service beside each other, and the law
              --statements         the statements that one PostgreSQL can do
              --consumers          messages of one partition in PostgreSQL
              --simulate           1,000 partitions and 200 instances of consumers that come and go
              --plan               the plan; after measurements, or from the figures below

              --rounds N           how often each load is measured (default 2)
              --seconds N          the time of a load (default 3)
              --warm-up N          how often all instances are loaded before that, with each request (default 8)
              --partitions N       partitions of the simulation (default 1000)
              --instances N        instances of the simulation (default 200)
              --messages-simulated N  messages of the simulation (default 100000)

            Figures of the plan; each replaces one that was measured, or a default:

              --points LIST        requests a second by event loops, if each has a processor: 1:20000,2:39500,4:77000.
                                   They are of a mix of requests; give them if you change the next two
              --reads PART         the part of the requests that reads from the database (default 0.3)
              --writes PART        the part that writes (default 0.1)
              --read-micros N      CPU time of PostgreSQL for a read; also --write-micros
              --write-millis N     the time for which a write holds a pooled connection
              --messages N         messages for each request (default: as many as writes)
              --partition-rate N   messages a second that one partition can have
              --message-micros N   CPU time of a consumer for a message; also --message-database-micros for PostgreSQL's
              --utilization PART   the part of the processors that is used (default 0.6)
              --instance-cores N   processors of an instance, and its event loops (default 2)
              --database-cores N   processors of a PostgreSQL (default 16)
              --database-connections N  connections that a PostgreSQL accepts (default 500)
              --replicas N         the most replicas of a PostgreSQL (default 5)
              --price N            the price of a processor; without it, the plan has no prices
              --help               this text
            """;

    private static final Set<String> PARTS = Set.of("--measure", "--statements", "--consumers", "--simulate", "--plan");
    private static final List<String> SIZES =
            List.of("--rounds", "--seconds", "--warm-up", "--partitions", "--instances", "--messages-simulated");
    private static final int STATEMENT_SECONDS = 4;
    private static final long SEED = 20261201;
    private static final int LEASE_CHANGES = 2;

    private final LoadOptions options;
    private final Set<String> parts;
    private final Cleanup cleanup;
    private final PrintStream out;

    private Scale(final LoadOptions options, final Set<String> parts, final Cleanup cleanup, final PrintStream out) {
        this.options = options;
        this.parts = parts;
        this.cleanup = cleanup;
        this.out = out;
    }

    /**
     * The program. Its exit code is 0 if all went well, 1 if a measurement failed or the simulation has found an error.
     *
     * @param arguments the options
     */
    public static void main(final String... arguments) {
        final Cleanup cleanup = new Cleanup();
        Runtime.getRuntime().addShutdownHook(new Thread(cleanup::close, "clean-up"));
        final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        try (cleanup) {
            final Set<String> parts = new TreeSet<>();
            final List<String> rest = new ArrayList<>();
            for (final String argument : arguments) {
                if (PARTS.contains(argument)) {
                    parts.add(argument);
                } else {
                    rest.add(argument);
                }
            }
            final List<String> known = new ArrayList<>(SIZES);
            known.addAll(PlanFigures.OPTIONS);
            final LoadOptions options = LoadOptions.parse(known, rest.toArray(String[]::new));
            if (options.help()) {
                out.print(HELP);
                return;
            }
            new Scale(options, parts.isEmpty() ? PARTS : parts, cleanup, out).run();
        } catch (final BenchmarkException e) {
            System.err.println(e.getMessage());
            cleanup.close();
            System.exit(1);
        }
    }

    private void run() {
        out.println("Measured on " + LocalDate.now(ZoneOffset.UTC) + ", "
                + Runtime.getRuntime().availableProcessors() + " processors, Java "
                + Runtime.version().feature()
                + ", load average at the start " + loadAverage() + ".");
        PlanFigures.Measured measured = PlanFigures.Measured.NONE;
        if (parts.contains("--measure") || parts.contains("--statements") || parts.contains("--consumers")) {
            measured = measure();
        }
        if (parts.contains("--simulate")) {
            simulate();
        }
        if (parts.contains("--plan")) {
            new ScaleReport(out).plans(PlanFigures.of(options, measured));
        }
        out.println("\nLoad average at the end: " + loadAverage() + ".");
    }

    private static String loadAverage() {
        return String.format(
                Locale.ROOT,
                "%.1f",
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
    }

    private PlanFigures.Measured measure() {
        final ScaleReport report = new ScaleReport(out);
        PlanFigures.Measured measured = PlanFigures.Measured.NONE;
        try (Cleanup part = cleanup.part()) {
            final SharedPostgresql server = new SharedPostgresql(part);
            out.println("PostgreSQL " + server.version() + ", embedded, with fsync, on the same machine.");
            if (parts.contains("--statements")) {
                try (Cleanup own = part.part()) {
                    final List<StatementLimits.Found> found =
                            new StatementLimits(own, server).measure(STATEMENT_SECONDS);
                    report.statements(found);
                    measured = measured.withWriteMillis(
                            StatementLimits.write(found).aloneMillis());
                }
            }
            if (parts.contains("--consumers")) {
                final MessageLimits.Found found = MessageLimits.measure(part, server);
                report.messages(found);
                measured = measured.withMessages(found);
            }
            if (parts.contains("--measure")) {
                final ServiceLoads loads = started(part, server);
                final int rounds = options.number("--rounds", 2);
                final int seconds = options.number("--seconds", 3);
                loads.measure(rounds, seconds, false);
                report.instance(loads);
                report.laws(loads, false);
                loads.measure(rounds, seconds, true);
                report.setups(loads);
                report.laws(loads, true);
                out.println("\n" + loads.failures());
                measured = measured.withService(
                        loads.points(RequestKind.MIX, true, true),
                        micros(loads, RequestKind.SELECT),
                        micros(loads, RequestKind.INSERT));
            }
        }
        return measured;
    }

    private static double micros(final ServiceLoads loads, final RequestKind kind) {
        return loads.spread(new Setup(2, 2, true), kind, true, LoadFigures::databaseMicros)
                .median();
    }

    private ServiceLoads started(final Cleanup part, final SharedPostgresql server) {
        final Path root = Path.of(System.getProperty("benchmark.root", "")).toAbsolutePath();
        final ServiceLoads loads =
                new ServiceLoads(new ScaledService(root, part, server.database("service")), server, part);
        loads.start();
        loads.warmUp(options.number("--warm-up", 8), options.number("--seconds", 3));
        return loads;
    }

    private void simulate() {
        final int partitions = options.number("--partitions", 1_000);
        final int instances = options.number("--instances", 200);
        final SimulationReport report = new SimulationReport(out);
        try (Cleanup part = cleanup.part()) {
            final ConsumerSimulation consumers = new ConsumerSimulation(part, partitions, instances, SEED);
            final int messages = options.number("--messages-simulated", 100_000);
            consumers.run(messages, messages / 20);
            report.consumers(consumers);
        }
        try (Cleanup part = cleanup.part()) {
            final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(2));
            part.add(
                    vertx,
                    () -> Objects.requireNonNull(vertx.close())
                            .toCompletionStage()
                            .toCompletableFuture()
                            .join());
            final LeaseSimulation leases = new LeaseSimulation(part, vertx, partitions, SEED);
            leases.run(instances, LEASE_CHANGES);
            report.leases(leases, partitions);
        }
    }
}
