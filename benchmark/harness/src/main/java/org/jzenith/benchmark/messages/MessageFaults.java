package org.jzenith.benchmark.messages;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import org.jzenith.benchmark.process.BenchmarkException;
import org.jzenith.benchmark.process.Cleanup;
import org.jzenith.benchmark.process.LoadOptions;
import org.jzenith.benchmark.process.MeasuredServer;

/** Instances that share messages meet faults under load: {@code benchmark/message-faults --help} tells how. */
public final class MessageFaults {

    private static final String HELP = """
            Processes of an application behind one address take orders, each of which is inserted and published in one
            transaction. A consumer adds them to a ledger, a job runs on one instance, and clients watch the orders by
            server-sent events. Faults strike under load; at the end the sum of the ledger must be that of the orders.
            Redis has appendfsync always, Kafka one broker. Needs redis-server 7.0 or newer, and Linux. Prints Markdown.

            Fails if an order is lost or out of the order of its customer, if a request hangs (but at a frozen
            process), if an old term writes, if a client misses an event, if the orders of a customer wait for
            more than 15 s and none of them is delivered (30 s if instances are killed in turn), if the job of
            an instance that is away moves later than 6 s, or if a fault struck an idle system.

                benchmark/message-faults [--skip-build] [options]

              --only NAMES         some of these, with the seconds that they take for an engine:
                                   kill (330)      an instance is killed every 10 s
                                   freeze (75)     an instance stands still
                                   cut (75)        an instance cannot reach the engine
                                   restart (75)    the server is killed and started again
                                   empty (50)      the server is killed and started again without its data
                                   rolling (100)   instances are restarted
                                   together (200)  one is killed, one stands still, one cannot reach its servers;
                                                   twice the rate, and again until there are --orders
                                   apart (75)      instances cannot reach each other; as root with ip (iproute2)
                                                   in network namespaces
                                   partitions (75) of Kafka: raised from 4 to 8
              --engine NAMES       some of postgresql,redis,kafka
              --instances N        2 or 3 (default 3); with 2 there is no 'together'
              --seconds N          how long instances are killed (default 300) or restarted (default 60)
              --away N             how many seconds an instance or the server is away (default 30)
              --rate N             orders in a second (default 340)
              --orders N           the least number of orders of 'together' (default 100000)
              --logs FOLDER        keeps the logs of the instances
              --help               this text
            """;

    private static final List<String> OPTIONS =
            List.of("--only", "--engine", "--instances", "--seconds", "--away", "--rate", "--orders", "--logs");
    private static final String ALL = "kill,freeze,cut,restart,empty,rolling,together,apart,partitions";
    private static final long BEFORE_MILLIS = 6_000;
    private static final long END_NANOS = 90_000_000_000L;
    private static final long POLL_MILLIS = 100;
    private static final double MOVED_SECONDS = 15;
    private static final double JOB_SECONDS = 6;

    private final LoadOptions options;
    private final int instances;

    private MessageFaults(final LoadOptions options) {
        this.options = options;
        this.instances = options.number("--instances", 3);
        if (instances < 2 || instances > 3) {
            throw new BenchmarkException("The option --instances is " + instances + "; give 2 or 3.");
        }
    }

    /**
     * The program. Its exit code is 0 if all went well, 1 if the measurement failed or a figure misses its aim.
     *
     * @param arguments the options
     */
    public static void main(final String... arguments) {
        try (Cleanup cleanup = new Cleanup()) {
            Runtime.getRuntime().addShutdownHook(new Thread(cleanup::close, "clean-up"));
            final LoadOptions options = LoadOptions.parse(OPTIONS, arguments);
            if (options.help()) {
                System.out.print(HELP);
                return;
            }
            if (!new MessageFaults(options).run(cleanup)) {
                throw new BenchmarkException("A figure misses its aim.");
            }
        } catch (final BenchmarkException e) {
            System.err.println(e.getMessage());
            System.exit(1);
        }
    }

    /** Returns true if all figures meet their aims. */
    private boolean run(final Cleanup cleanup) {
        final String[] engines = options.text("--engine", EngineServer.ENGINES).split(",", -1);
        final List<Fault> faults = Arrays.stream(options.text("--only", ALL).split(",", -1))
                .map(Fault::of)
                .filter(fault -> fault.leastInstances() <= instances)
                .toList();
        System.out.println(
                "| engine | fault | row took, s | orders | requests failed | hung | lost | out of order | repeats | longest standstill"
                        + " of a customer, s | longest time to the ledger, s | longest pause of the job, s | old terms that wrote"
                        + " | events that clients missed | found |\n"
                        + "|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|---|");
        final long begin = System.nanoTime();
        boolean met = true;
        for (final String engine : engines) {
            for (final Fault fault : faults) {
                if (fault.concerns(engine)) {
                    met &= row(cleanup.part(), engine, fault);
                }
            }
        }
        System.out.printf(
                Locale.ROOT,
                "%n%d instances, %d processors, %.0f min, on %s%n",
                instances,
                Runtime.getRuntime().availableProcessors(),
                seconds(begin) / 60,
                LocalDate.now(ZoneOffset.UTC));
        return met;
    }

    private static double seconds(final long begin) {
        return (System.nanoTime() - begin) / 1e9;
    }

    /** Writes a row, also if it fails. Returns true if all figures meet their aims. */
    private boolean row(final Cleanup cleanup, final String engine, final Fault fault) {
        final FaultFindings findings = new FaultFindings();
        final long begin = System.nanoTime();
        String figures = " | | | | | | | | | | ";
        try {
            figures = measure(cleanup, engine, fault, findings);
        } catch (final RuntimeException e) {
            System.err.println(engine + ", " + fault.title(options) + ": " + e);
            findings.require(false, "failed: " + String.valueOf(e.getMessage()).replaceFirst("(?s)\n.*", ""));
        } finally {
            cleanup.close();
        }
        System.out.printf(
                Locale.ROOT,
                "| %s | %s | %.0f | %s | %s |%n",
                engine,
                fault.title(options),
                seconds(begin),
                figures,
                findings);
        return findings.met();
    }

    /** Returns the figures of the row. */
    private String measure(
            final Cleanup cleanup, final String engine, final Fault fault, final FaultFindings findings) {
        final InstanceGroup group = new InstanceGroup(
                cleanup,
                engine,
                instances,
                fault.separates(),
                fault.settings(),
                fault.rate(options),
                logs(cleanup, engine, fault));
        MeasuredServer.pause(BEFORE_MILLIS);
        group.awaitBusy();
        fault.strike(group, options, findings);
        final OrderLoad load = group.load();
        load.end();
        if (!fault.keepsData()) {
            findings.require(load.hung() == 0, "requests hung");
            return load.orders() + " | " + load.failed() + " | " + load.hung() + " | | | | | | | | ";
        }
        final Audit audit = group.audit();
        final Watchers watchers = group.watchers();
        final var ordered = audit.orderedByCustomer();
        await(() -> audit.lost() == 0 && audit.difference() == 0);
        await(() -> watchers.missing(ordered) == 0);
        findings.require(audit.difference() == 0, "the ledger is wrong by " + audit.difference());
        findings.require(audit.lost() == 0, "orders are lost");
        final boolean isAllOrdered = findings.orderedSince().isEmpty();
        final long outOfOrder = isAllOrdered ? audit.outOfOrder() : audit.outOfOrder(findings.orderedSince());
        findings.require(outOfOrder == 0, "orders are out of order");
        findings.require(audit.oldTerms() == 0, "an old term wrote");
        findings.require(watchers.missing(ordered) == 0, "clients missed events");
        findings.require(!isAllOrdered || watchers.outOfOrder() == 0, "events of clients are out of order");
        findings.require(watchers.resets() == 0, watchers.resets() + " resets of clients");
        findings.require(fault.freezes() || load.hung() == 0, "requests hung");
        if (fault.moves()) {
            findings.require(audit.longestStandstill() <= MOVED_SECONDS * fault.owners(), "the work moved too late");
            findings.require(audit.longestPauseOfJob() <= JOB_SECONDS, "the job moved too late");
        }
        findings.note(watchers.reconnects() + " reconnects of clients");
        return String.format(
                Locale.ROOT,
                "%d | %d | %d | %d | %d | %d | %.1f | %.1f | %.1f | %d | %d",
                audit.ordered(),
                load.failed(),
                load.hung(),
                audit.lost(),
                outOfOrder,
                audit.repeats(),
                audit.longestStandstill(),
                audit.longestDelay(),
                audit.longestPauseOfJob(),
                audit.oldTerms(),
                watchers.missing(ordered));
    }

    private Path logs(final Cleanup cleanup, final String engine, final Fault fault) {
        final String folder = options.text("--logs", "");
        if (folder.isEmpty()) {
            return cleanup.temporaryFolder();
        }
        try {
            return Files.createDirectories(
                    Path.of(folder, engine + "-" + fault.name().toLowerCase(Locale.ROOT)));
        } catch (final IOException e) {
            throw new BenchmarkException("The folder of --logs cannot be created.", e);
        }
    }

    private static void await(final BooleanSupplier condition) {
        final long begin = System.nanoTime();
        while (!condition.getAsBoolean() && System.nanoTime() - begin < END_NANOS) {
            MeasuredServer.pause(POLL_MILLIS);
        }
    }
}
