package org.jzenith.benchmark.harness;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jzenith.benchmark.process.BenchmarkException;
import org.jzenith.benchmark.process.MeasuredServer;
import org.jzenith.benchmark.process.TraceCollector;

/** Checks that contestants count requests and send spans, because otherwise their figures mean nothing. */
final class Observations {

    /** The requests of a route in the names of jZenith and the baseline, of Vert.x Web, and of Quarkus. */
    private static final Pattern REQUESTS = counted("http_server_\\w+_seconds_count\\{[^}]*\"/orders/stored\"[^}]*}");

    private static final Pattern STATEMENTS =
            counted("(?:db_client_operation_duration|sql_\\w+)_seconds_count(?:\\{[^}]*})?");

    /** That of the request and that of its statement. */
    private static final int SPANS = 2;

    private static final int TRIES = 200;
    private static final long PAUSE_MILLIS = 50;

    private final TraceCollector collector;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    Observations(final TraceCollector collector) {
        this.collector = collector;
    }

    private static Pattern counted(final String series) {
        return Pattern.compile("^(?:vertx_)?" + series + " [1-9]", Pattern.MULTILINE);
    }

    /** Returns what is missing after a request with a statement; nothing if all is well. */
    List<String> missing(final RunningContestant server) {
        final Contestant contestant = server.contestant();
        send(LoadTest.OBSERVED_INSERT
                .request("")
                .withHeader("traceparent", TraceCollector.TRACEPARENT)
                .to(contestant));
        List<String> missing = List.of();
        for (int i = 0; i < TRIES; i++) {
            missing = missingNow(contestant);
            if (missing.isEmpty()) {
                break;
            }
            MeasuredServer.pause(PAUSE_MILLIS);
        }
        return missing;
    }

    private List<String> missingNow(final Contestant contestant) {
        final List<String> missing = new ArrayList<>();
        final String metrics =
                send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + contestant.adminPort() + "/metrics"))
                        .build());
        if (!REQUESTS.matcher(metrics).find()) {
            missing.add("The metrics of " + contestant.name() + " count no requests.");
        }
        if (!STATEMENTS.matcher(metrics).find()) {
            missing.add("The metrics of " + contestant.name() + " count no statements.");
        }
        final int spans = collector.spans(String.valueOf(contestant.port()));
        if (spans < SPANS) {
            missing.add("The collector has " + spans + " spans of a request with a statement to " + contestant.name()
                    + " instead of " + SPANS + '.');
        }
        return missing;
    }

    private String send(final HttpRequest request) {
        try {
            return client.send(request, HttpResponse.BodyHandlers.ofString()).body();
        } catch (final IOException e) {
            throw new BenchmarkException("There is no answer to " + request.method() + " " + request.uri() + ".", e);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BenchmarkException("The benchmark was interrupted.", e);
        }
    }
}
