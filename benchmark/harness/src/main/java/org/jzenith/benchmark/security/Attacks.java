package org.jzenith.benchmark.security;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jzenith.benchmark.harness.WrkScript;
import org.jzenith.benchmark.process.Cleanup;
import org.jzenith.benchmark.process.FigureTable;
import org.jzenith.benchmark.process.MeasuredServer;
import org.jzenith.benchmark.process.Spread;

/** Measures the throughput of users with cached tokens while others attack. */
final class Attacks {

    private static final int USERS = 1_000;
    private static final int BAD_CONNECTIONS = 16;
    private static final int LEAD_MILLIS = 500;
    private static final long GUESSER_WAIT_MILLIS = 1_000;

    /** Requests with the tokens of a file, in turns. */
    private static final String USERS_IN_TURNS = """
            local requests = {}
            local position = 0

            function init(args)
                for token in io.lines(args[1]) do
                    requests[#requests + 1] = wrk.format("GET", nil, {["Authorization"] = "Bearer " .. token})
                end
            end

            function request()
                position = position % #requests + 1
                return requests[position]
            end
            """;

    private final Programs programs;
    private final SignedTokens tokens;
    private final Cleanup cleanup;
    private final RequestCosts.Plan plan;
    private final PrintStream out;
    private final Path list;
    private final WrkScript users;

    /**
     * Bad tokens of one kind, and what was measured beside them.
     *
     * @param ratio of the users' throughput to that without bad tokens
     * @param rate responses to bad tokens in a second
     */
    private record BesideBadTokens(SignedTokens.Bad kind, double perSecond, int networks, Spread ratio, Spread rate) {}

    /** The rate of the users, and what the server needed. */
    private record Rate(double perSecond, double processors) {}

    Attacks(
            final Programs programs,
            final SignedTokens tokens,
            final Path folder,
            final Cleanup cleanup,
            final RequestCosts.Plan plan,
            final PrintStream out) {
        this.programs = programs;
        this.tokens = tokens;
        this.cleanup = cleanup;
        this.plan = plan;
        this.out = out;
        this.list = tokens.file(folder, "users", USERS);
        this.users = new WrkScript(cleanup, folder, "users", USERS_IN_TURNS, plan.connections(), false);
    }

    /** @param networks number of networks from which the bad tokens come */
    void badTokens(final FigureTable results, final double perSecond, final int networks) {
        final Map<SignedTokens.Bad, BesideBadTokens> found = new EnumMap<>(SignedTokens.Bad.class);
        for (final SignedTokens.Bad kind : SignedTokens.Bad.values()) {
            found.put(kind, new BesideBadTokens(kind, perSecond, networks, new Spread(), new Spread()));
        }
        for (int process = 1; process <= plan.processes(); process++) {
            try (Cleanup part = cleanup.part()) {
                final MeasuredServer server = programs.tokens(part);
                warmUp(server);
                long first = 0;
                for (final SignedTokens.Bad kind : found.keySet()) {
                    first = badTokens(
                            server,
                            new BesideBadTokens(kind, perSecond, networks, new Spread(), new Spread()),
                            first,
                            plan.warmUp());
                }
                for (int round = 0; round < plan.rounds(); round++) {
                    for (final BesideBadTokens kind : found.values()) {
                        first = badTokens(server, kind, first, plan.seconds());
                    }
                }
            }
        }
        found.values().forEach(kind -> {
            results.add("bad tokens (" + kind.kind.title() + "), responses in a second", kind.rate, 0);
            results.atLeast(
                    "users' throughput beside bad tokens (" + kind.kind.title() + ") : without", kind.ratio, 0.8);
        });
    }

    private long badTokens(
            final MeasuredServer server, final BesideBadTokens bad, final long first, final int seconds) {
        final Rate before = users(server, seconds);
        final Rate during;
        final PacedLoad load = PacedLoad.start(
                server.address(),
                new PacedLoad.Load(
                        Math.max(BAD_CONNECTIONS, bad.networks),
                        bad.networks,
                        bad.perSecond,
                        Long.MAX_VALUE,
                        number -> tokens.bad(bad.kind, number)),
                first);
        try (load) {
            MeasuredServer.pause(LEAD_MILLIS);
            during = users(server, seconds);
            bad.rate.add(load.perSecond());
        }
        final Rate after = users(server, seconds);
        tell(bad.kind.title(), before, during, after, load.statuses());
        bad.ratio.add(2 * during.perSecond / (before.perSecond + after.perSecond));
        return load.next();
    }

    void guessers(final FigureTable results, final int count) {
        final Spread ratio = new Spread();
        int networks = 0;
        for (int process = 1; process <= plan.processes(); process++) {
            try (Cleanup part = cleanup.part()) {
                final MeasuredServer server = programs.passwords(part);
                warmUp(server);
                for (int round = 0; round <= plan.rounds(); round++) {
                    final Rate before = users(server, plan.seconds());
                    final Rate during;
                    final Map<Integer, Long> statuses;
                    try (Guessers guessers = Guessers.start(
                            server.address(), count, networks, GUESSER_WAIT_MILLIS, Guessers.passwords())) {
                        MeasuredServer.pause(LEAD_MILLIS);
                        during = users(server, plan.seconds());
                        statuses = guessers.statuses();
                    }
                    networks += count;
                    // The hashes in the queue are computed, even after their clients have left.
                    MeasuredServer.pause(plan.seconds() * 1_000L);
                    final Rate after = users(server, plan.seconds());
                    tell("guessers", before, during, after, statuses);
                    if (round > 0) { // the first round loads classes
                        ratio.add(2 * during.perSecond / (before.perSecond + after.perSecond));
                    }
                }
            }
        }
        results.atLeast("users' throughput beside " + count + " password guessers : without", ratio, 0.9);
    }

    private void warmUp(final MeasuredServer server) {
        users(server, plan.warmUp());
    }

    private Rate users(final MeasuredServer server, final int seconds) {
        final double cpuBefore = server.cpuMicros();
        final WrkScript.Found found = users.run(server.url(), seconds, List.of(list.toString()));
        if (found.errors() > 0) {
            throw server.failure("Of " + found.requests() + " requests of users, " + found.errors() + " failed.");
        }
        return new Rate(found.perSecond(), (server.cpuMicros() - cpuBefore) / (found.seconds() * 1e6));
    }

    private void tell(
            final String attack,
            final Rate before,
            final Rate during,
            final Rate after,
            final Map<Integer, Long> statuses) {
        out.println(String.format(
                Locale.ROOT,
                "%s: users get %.0f responses a second before, %.0f during and %.0f after the attack; the server uses"
                        + " %.2f, %.2f and %.2f processors. Responses to the attack by status: %s.",
                attack,
                before.perSecond,
                during.perSecond,
                after.perSecond,
                before.processors,
                during.processors,
                after.processors,
                statuses));
    }
}
