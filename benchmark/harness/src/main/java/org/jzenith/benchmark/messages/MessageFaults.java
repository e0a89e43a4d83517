package org.jzenith.benchmark.messages;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
            Two processes of an application behind one address take orders, each of which is inserted and published
            in one transaction. A consumer adds them to a ledger, a job runs on one instance, and clients watch the
            orders by server-sent events. Faults strike under load; at the end the sum of the ledger must be that of
            the orders. Redis has appendfsync always. Needs redis-server 7.0 or newer, and Linux.

            Fails if an order is lost or out of the order of its customer, if a request hangs (but at a frozen
            process), if an old term writes, if a client misses an event, if the work of an instance that is away
            moves later than 15 s, if its job does so later than 6 s, or if a fault struck an idle system.

                benchmark/message-faults [--skip-build] [options]

              --only NAMES         some of kill,freeze,cut,restart,empty,rolling
              --engine NAMES       some of postgresql,redis
              --seconds N          how long instances are killed (default 300) or restarted (default 60)
              --away N             how many seconds an instance or the server is away (default 30)
              --rate N             orders in a second (default 340)
              --logs FOLDER        keeps the logs of the instances
              --help               this text
            """;

    private static final String ALL = "kill,freeze,cut,restart,empty,rolling";
    private static final int INSTANCES = 2;
    private static final long BEFORE_MILLIS = 6_000;
    private static final long END_NANOS = 90_000_000_000L;
    private static final long POLL_MILLIS = 100;
    private static final double MOVED_SECONDS = 15;
    private static final double JOB_SECONDS = 6;

    private MessageFaults() {}

    /**
     * The program. Its exit code is 0 if all went well, 1 if the measurement failed or a figure misses its aim.
     *
     * @param arguments the options
     */
    public static void main(final String... arguments) {
        try (Cleanup cleanup = new Cleanup()) {
            Runtime.getRuntime().addShutdownHook(new Thread(cleanup::close, "clean-up"));
            final LoadOptions options = LoadOptions.parse(
                    List.of("--only", "--engine", "--seconds", "--away", "--rate", "--logs"), arguments);
            if (options.help()) {
                System.out.print(HELP);
                return;
            }
            System.out.println("| engine | fault | orders | requests failed | hung | lost | out of order | repeats"
                    + " | longest time to the ledger, s | longest pause of the job, s | old terms that wrote | events that clients"
                    + " missed | found |\n|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|---|");
            boolean met = true;
            for (final String engine :
                    options.text("--engine", InstanceGroup.ENGINES).split(",", -1)) {
                for (final String fault : options.text("--only", ALL).split(",", -1)) {
                    final Cleanup part = cleanup.part();
                    met &= measure(part, engine, Fault.of(fault), options);
                    part.close();
                }
            }
            if (!met) {
                throw new BenchmarkException("A figure misses its aim.");
            }
        } catch (final BenchmarkException e) {
            System.err.println(e.getMessage());
            System.exit(1);
        }
    }

    /** Returns true if all figures meet their aims. */
    private static boolean measure(
            final Cleanup cleanup, final String engine, final Fault fault, final LoadOptions options) {
        final InstanceGroup group = new InstanceGroup(
                cleanup, engine, INSTANCES, options.number("--rate", 340), logs(cleanup, engine, fault, options));
        MeasuredServer.pause(BEFORE_MILLIS);
        final FaultFindings findings = new FaultFindings();
        fault.strike(group, options, findings);
        final OrderLoad load = group.load();
        load.end();
        if (!fault.keepsData()) {
            System.out.printf(
                    "| %s | %s | %d | %d | %d | | | | | | | | %s |%n",
                    engine, fault.title(options), load.orders(), load.failed(), load.hung(), findings);
            return findings.met();
        }
        final Audit audit = group.audit();
        final Watchers watchers = group.watchers();
        final var ordered = audit.orderedByCustomer();
        await(() -> audit.lost() == 0 && audit.difference() == 0);
        await(() -> watchers.missing(ordered) == 0);
        findings.require(audit.difference() == 0, "the ledger is wrong by " + audit.difference());
        findings.require(audit.lost() == 0, "orders are lost");
        findings.require(audit.outOfOrder() == 0, "orders are out of order");
        findings.require(audit.oldTerms() == 0, "an old term wrote");
        findings.require(watchers.missing(ordered) == 0, "clients missed events");
        findings.require(watchers.outOfOrder() == 0, "events of clients are out of order");
        findings.require(watchers.resets() == 0, watchers.resets() + " resets of clients");
        findings.require(fault == Fault.FREEZE || load.hung() == 0, "requests hung");
        if (fault != Fault.RESTART) {
            findings.require(audit.longestDelay() <= MOVED_SECONDS, "the work moved too late");
            findings.require(audit.longestPauseOfJob() <= JOB_SECONDS, "the job moved too late");
        }
        findings.note(watchers.reconnects() + " reconnects of clients");
        System.out.printf(
                Locale.ROOT,
                "| %s | %s | %d | %d | %d | %d | %d | %d | %.1f | %.1f | %d | %d | %s |%n",
                engine,
                fault.title(options),
                audit.ordered(),
                load.failed(),
                load.hung(),
                audit.lost(),
                audit.outOfOrder(),
                audit.repeats(),
                audit.longestDelay(),
                audit.longestPauseOfJob(),
                audit.oldTerms(),
                watchers.missing(ordered),
                findings);
        return findings.met();
    }

    private static Path logs(final Cleanup cleanup, final String engine, final Fault fault, final LoadOptions options) {
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
