package org.jzenith.benchmark.security;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntPredicate;
import java.util.function.LongFunction;
import org.jzenith.benchmark.process.BenchmarkException;
import org.jzenith.benchmark.process.Cleanup;
import org.jzenith.benchmark.process.FigureTable;
import org.jzenith.benchmark.process.MeasuredServer;
import org.jzenith.benchmark.process.Spread;

/** Measures the share of the requests of known users that are served while others attack what both share. */
final class KnownUsers {

    private static final double AIM = 0.95;
    private static final int GUESSERS = 150;
    private static final int TOKEN_CLIENTS = 1_500;
    private static final int REPLAYERS = 300;
    private static final int TOKENS = 46;
    private static final int TOKENS_AT_ONCE = 8;
    private static final int LOGINS_AT_ONCE = 4;
    private static final long ATTACK_PAUSE_MILLIS = 200;
    private static final long LEAD_MILLIS = 2_000;
    private static final long PROVIDER_MILLIS = 20;
    private static final int PROVIDER_THREADS = 16;
    private static final int OK = 200;
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private final Programs programs;
    private final Cleanup cleanup;
    private final int seconds;
    private final PrintStream out;
    private boolean met = true;

    /** @param seconds the time of an attack */
    KnownUsers(final Programs programs, final Cleanup cleanup, final int seconds, final PrintStream out) {
        this.programs = programs;
        this.cleanup = cleanup;
        this.seconds = seconds;
        this.out = out;
    }

    /** Returns false if an attack has kept too many known users out. */
    boolean measure(final FigureTable results) {
        guessedPasswords(results);
        unknownTokens(results);
        replayedLogin(results);
        return met;
    }

    /** The password is checked each second, because the server remembers it no longer. */
    private void guessedPasswords(final FigureTable results) {
        try (Cleanup part = cleanup.part()) {
            final MeasuredServer server = programs.passwords(part);
            final String user = "Basic "
                    + Base64.getEncoder()
                            .encodeToString(
                                    (Programs.USER + ":" + Programs.PASSWORD).getBytes(StandardCharsets.US_ASCII));
            beside(
                    results,
                    GUESSERS + " password guessers",
                    server,
                    Guessers.passwords(),
                    GUESSERS,
                    1,
                    number -> get(server, user));
        }
    }

    private void unknownTokens(final FigureTable results) {
        try (Cleanup part = cleanup.part()) {
            final MeasuredServer server = programs.opaqueTokens(part, introspection(part));
            beside(
                    results,
                    TOKEN_CLIENTS + " clients with unknown tokens",
                    server,
                    number -> "GET " + MeasuredServer.PATH
                            + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer bad-" + number + "\r\n\r\n",
                    TOKEN_CLIENTS,
                    TOKENS_AT_ONCE,
                    number -> get(server, "Bearer good-" + number % TOKENS));
        }
    }

    private void replayedLogin(final FigureTable results) {
        try (Cleanup part = cleanup.part()) {
            final MeasuredServer server = programs.sessions(part, programs.provider(part));
            final Login begun = new Login();
            final URI callback = begun.callback(server);
            final String replayed = "GET " + callback.getRawPath() + "?"
                    + callback.getRawQuery().replaceFirst("code=[^&]*", "code=wrong")
                    + " HTTP/1.1\r\nHost: " + callback.getRawAuthority() + "\r\nCookie: " + begun.cookies()
                    + "\r\n\r\n";
            beside(
                    results,
                    REPLAYERS + " replays of a login",
                    server,
                    number -> replayed,
                    REPLAYERS,
                    LOGINS_AT_ONCE,
                    number -> isLoggedIn(server));
        }
    }

    /** @param good sends a request of a known user, and returns true if it is served */
    private void beside(
            final FigureTable results,
            final String attack,
            final MeasuredServer server,
            final LongFunction<String> bad,
            final int attackers,
            final int users,
            final IntPredicate good) {
        for (int i = 0; i < TOKENS; i++) {
            if (!good.test(i)) {
                throw server.failure("A known user is not served before the attack.");
            }
        }
        final LongAdder sent = new LongAdder();
        final LongAdder served = new LongAdder();
        try (Guessers guessers = Guessers.start(server.address(), attackers, 0, ATTACK_PAUSE_MILLIS, bad)) {
            MeasuredServer.pause(LEAD_MILLIS);
            final long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
            final List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < users; i++) {
                final int first = i;
                final Thread thread = new Thread(() -> {
                    for (int number = first; System.nanoTime() - end < 0; number += users) {
                        sent.increment();
                        if (good.test(number)) {
                            served.increment();
                        }
                    }
                });
                threads.add(thread);
                thread.start();
            }
            threads.forEach(PacedLoad::join);
            out.println("beside " + attack + ": " + served + " of " + sent
                    + " requests served; responses to the attack " + guessers.statuses());
        }
        final Spread share = new Spread();
        share.add(served.doubleValue() / Math.max(1, sent.sum()));
        met &= share.median() >= AIM;
        results.atLeast("share of known users' requests served beside " + attack, share, AIM);
    }

    /** Waits a moment, so that a user is known and not a load. */
    private static boolean get(final MeasuredServer server, final String authorization) {
        MeasuredServer.pause(PROVIDER_MILLIS);
        try {
            return CLIENT.send(
                                    HttpRequest.newBuilder(URI.create(server.url()))
                                            .version(HttpClient.Version.HTTP_1_1)
                                            .header("Authorization", authorization)
                                            .build(),
                                    HttpResponse.BodyHandlers.discarding())
                            .statusCode()
                    == OK;
        } catch (final IOException e) {
            return false;
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BenchmarkException("The measurement was interrupted.", e);
        }
    }

    private static boolean isLoggedIn(final MeasuredServer server) {
        try {
            return !Login.cookieOf(server).isEmpty();
        } catch (final BenchmarkException e) {
            return false;
        }
    }

    /** Starts a provider that knows the tokens that begin with {@code good}; returns its address. */
    private static URI introspection(final Cleanup cleanup) {
        final ExecutorService threads = Executors.newFixedThreadPool(PROVIDER_THREADS);
        cleanup.add("threads of the provider", threads::shutdownNow);
        final HttpServer provider;
        try {
            provider = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), TOKEN_CLIENTS);
        } catch (final IOException e) {
            throw new BenchmarkException("The provider cannot be started.", e);
        }
        provider.createContext("/", exchange -> {
            final String form = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.US_ASCII);
            final byte[] answer = (form.startsWith("token=good")
                            ? "{\"active\":true,\"sub\":\"ann\",\"roles\":[\"user\"]}"
                            : "{\"active\":false}")
                    .getBytes(StandardCharsets.US_ASCII);
            MeasuredServer.pause(PROVIDER_MILLIS);
            try (exchange) {
                exchange.sendResponseHeaders(OK, answer.length);
                exchange.getResponseBody().write(answer);
            }
        });
        provider.setExecutor(threads);
        provider.start();
        cleanup.add("the provider", () -> provider.stop(0));
        return URI.create("http://127.0.0.1:" + provider.getAddress().getPort() + "/introspect");
    }
}
