package org.jzenith.benchmark.resilience;

import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jzenith.benchmark.process.BenchmarkException;
import org.jzenith.benchmark.process.Child;
import org.jzenith.benchmark.process.Cleanup;
import org.jzenith.benchmark.process.LoadOptions;

/** Presses the service with large documents: {@code benchmark/documents --help} tells how. */
public final class Documents {

    private static final String HELP = """
        Sends large bodies to the service, whose heap is small and which has one event loop. Another client asks
        for little meanwhile, and has its latency measured.

          benchmark/documents [--skip-build] [options]

          --scene NAME         documents (default): JSON and CSV that become many times their bytes in memory;
                               held: small documents, which the service keeps for a second;
                               elements: bodies and responses of many small elements, in streams;
                               uploads: bytes and files, without a request filter and with one
          --heaps LIST         heaps of the service (default 128m,256m)
          --at-once LIST       documents at a time (default 1,4,16; 100,1000 for held)
          --megabytes N        the size of a document that has only small values (default 9.9)
          --rounds N           how often each client sends its document (default 3)
          --classpath PATH     another build of the service
          --help               this text
        """;

    private static final List<String> OPTIONS =
            List.of("--scene", "--heaps", "--at-once", "--megabytes", "--rounds", "--classpath");

    private static final String FILTERED = ", with a filter";
    private static final int PROBE_PAUSE_MILLIS = 10;
    private static final int GOOD = 200;
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final String address;
    private final Child program;
    private final Path log;
    private final String heap;

    /** A document, and the path to which it is sent. */
    private record Document(String name, String path, String type, HttpRequest.BodyPublisher body) {

        /** Returns true if the application has a request filter. */
        boolean isFiltered() {
            return name.endsWith(FILTERED);
        }
    }

    private Documents(final String heap, final int port, final Child program, final Path log) {
        this.heap = heap;
        this.address = "http://" + InetAddress.getLoopbackAddress().getHostAddress() + ":" + port;
        this.program = program;
        this.log = log;
    }

    /**
     * The program. Its exit code is 0 if all was measured, 1 if it could not be.
     *
     * @param arguments the options
     */
    public static void main(final String... arguments) {
        try {
            final LoadOptions options = LoadOptions.parse(OPTIONS, arguments);
            if (options.help()) {
                System.out.print(HELP);
                return;
            }
            measure(options);
        } catch (final IOException | BenchmarkException e) {
            System.err.println(e.getMessage());
            System.exit(1);
        }
    }

    private static void measure(final LoadOptions options) throws IOException {
        final int size = (int) (Double.parseDouble(options.text("--megabytes", "9.9")) * 1e6);
        final int rounds = options.number("--rounds", 3);
        final String scene = options.text("--scene", "documents");
        final List<Document> documents = switch (scene) {
            case "documents" -> documents(size);
            case "held" -> held();
            case "elements" -> elements(size);
            case "uploads" -> uploads(size);
            default -> throw new BenchmarkException("There is no scene '" + scene + "'. --help lists the options.");
        };
        final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        out.println("| heap | document | at once | answers | out of memory | slowest | others: p99 | others: slowest |"
                + " others: failed |");
        out.println("|---|---|--:|---|--:|--:|--:|--:|--:|");
        for (final String heap : options.text("--heaps", "128m,256m").split(",", -1)) {
            for (final Document document : documents) {
                for (final String count : options.text("--at-once", scene.equals("held") ? "100,1000" : "1,4,16")
                        .split(",", -1)) {
                    try (Cleanup cleanup = new Cleanup()) {
                        start(cleanup, heap, document.isFiltered(), options)
                                .row(document, Integer.parseInt(count), rounds);
                    }
                }
            }
        }
    }

    private static List<Document> documents(final int size) {
        final String item = "{\"a\":\"Widget 12\",\"b\":\"blue, large\",\"c\":\"Hamburg\"}";
        return List.of(
                new Document("`[{},..]`, a tree", "tree", "application/json", json("{}", size)),
                new Document("`[{},..]`, maps", "maps", "application/json", json("{}", size)),
                new Document("`[{},..]`, records", "rows", "application/json", json("{}", size)),
                new Document("2 MB of objects, a tree", "tree", "application/json", json(item, 2_000_000)),
                new Document("2 MB of objects, records", "rows", "application/json", json(item, 2_000_000)),
                new Document(
                        "CSV of 1.8 million lines",
                        "rows",
                        "text/csv",
                        HttpRequest.BodyPublishers.ofString("a\n" + "x\n".repeat(1_800_000))));
    }

    private static List<Document> held() {
        return List.of(
                new Document("60 KB of `[{},..]`", "held", "application/json", json("{}", 60_000)),
                new Document("4 KB of `[{},..]`", "held", "application/json", json("{}", 4_000)),
                new Document("500 bytes of `[{},..]`", "held", "application/json", json("{}", 500)));
    }

    private static List<Document> elements(final int size) {
        return List.of(
                new Document("NDJSON of `{}`", "elements", "application/x-ndjson", repeat("", "{}\n", size)),
                new Document("`[{},..]`", "elements", "application/json", json("{}", size)),
                new Document("CSV of short lines", "elements", "text/csv", repeat("a\n", "x\n", size)),
                new Document("a response of 20 million numbers", "numbers", "", HttpRequest.BodyPublishers.noBody()));
    }

    private static List<Document> uploads(final int size) {
        final String boundary = "0123456789abcdef";
        final HttpRequest.BodyPublisher form = HttpRequest.BodyPublishers.ofString(
                "--" + boundary + "\r\nContent-Disposition: form-data; name=\"file\"; filename=\"f\"\r\n\r\n"
                        + "x".repeat(size) + "\r\n--" + boundary + "--\r\n");
        final String type = "multipart/form-data; boundary=" + boundary;
        final HttpRequest.BodyPublisher bytes = repeat("", "x", size);
        return List.of(
                new Document("bytes", "bytes", "application/octet-stream", bytes),
                new Document("bytes" + FILTERED, "bytes", "application/octet-stream", bytes),
                new Document("a file of a form", "file", type, form),
                new Document("a file of a form" + FILTERED, "file", type, form));
    }

    private static HttpRequest.BodyPublisher repeat(final String head, final String element, final int size) {
        return HttpRequest.BodyPublishers.ofString(head + element.repeat(size / element.length()));
    }

    private static HttpRequest.BodyPublisher json(final String element, final int size) {
        final StringBuilder text =
                new StringBuilder(size + element.length()).append('[').append(element);
        while (text.length() + element.length() + 2 <= size) {
            text.append(',').append(element);
        }
        return HttpRequest.BodyPublishers.ofString(text.append(']').toString());
    }

    private static Documents start(
            final Cleanup cleanup, final String heap, final boolean isFiltered, final LoadOptions options) {
        final Path root = Path.of(System.getProperty("benchmark.root", "")).toAbsolutePath();
        final String classpath = options.text(
                "--classpath",
                root.resolve("benchmark/contestants/service/target/service.jar").toString());
        final int port = Child.freePort();
        final Path log = cleanup.temporaryFolder().resolve("service.log");
        final Child program = Child.start(
                "The service",
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx" + heap,
                        "-Dservice.filter=" + isFiltered,
                        "-cp",
                        classpath,
                        "org.jzenith.benchmark.service.DocumentsApplication"),
                Map.of(
                        "REST_PORT",
                        String.valueOf(port),
                        "REST_ACCESS_LOG_FORMAT",
                        "off",
                        "JZENITH_EVENT_LOOPS",
                        "1",
                        "REST_INSTANCES",
                        "1"),
                log);
        cleanup.add("service", program::close);
        final Documents started = new Documents(heap, port, program, log);
        final long begin = System.nanoTime();
        while (started.small() != GOOD) {
            if (!program.isAlive() || System.nanoTime() - begin > PATIENCE.toNanos()) {
                throw program.silence();
            }
            pause();
        }
        return started;
    }

    private void row(final Document document, final int count, final int rounds) throws IOException {
        final List<Long> slowest = new ArrayList<>();
        final Map<String, Integer> answers = new TreeMap<>();
        final List<CompletableFuture<Void>> clients = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            clients.add(CompletableFuture.runAsync(
                    () -> {
                        for (int round = 0; round < rounds; round++) {
                            final long begin = System.nanoTime();
                            final String answer = send(document);
                            synchronized (answers) {
                                slowest.add(System.nanoTime() - begin);
                                answers.merge(answer, 1, Integer::sum);
                            }
                        }
                    },
                    task -> new Thread(task).start()));
        }
        final CompletableFuture<Void> all = CompletableFuture.allOf(clients.toArray(CompletableFuture[]::new));
        final List<Long> latencies = new ArrayList<>();
        int failed = 0;
        do {
            final long begin = System.nanoTime();
            failed += small() == GOOD ? 0 : 1;
            latencies.add(System.nanoTime() - begin);
            pause();
        } while (!all.isDone());
        latencies.sort(null);
        final long errors;
        try (var lines = Files.lines(log, StandardCharsets.ISO_8859_1)) {
            errors = lines.filter(line -> line.contains("OutOfMemoryError")).count();
        }
        out.println("| " + heap + " | " + document.name() + " | " + count + " | "
                + answers.entrySet().stream()
                        .map(entry -> entry.getValue() + " x " + entry.getKey())
                        .collect(Collectors.joining(", "))
                + " | " + errors + (program.isAlive() ? "" : ", ended") + " | "
                + millis(slowest.stream().mapToLong(Long::longValue).max().orElse(0))
                + " | " + millis(latencies.get((int) (latencies.size() * 0.99))) + " | "
                + millis(latencies.get(latencies.size() - 1)) + " | " + failed + " of " + latencies.size() + " |");
    }

    private static String millis(final long nanos) {
        return String.format(Locale.ROOT, "%,d ms", TimeUnit.NANOSECONDS.toMillis(nanos));
    }

    private String send(final Document document) {
        final String folder = document.path().matches("tree|maps|rows|held") ? "/documents/" : "/streams/";
        final HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address + folder + document.path()))
                .timeout(PATIENCE);
        return text(
                document.type().isEmpty()
                        ? request.build()
                        : request.header("Content-Type", document.type())
                                .POST(document.body())
                                .build());
    }

    /** A small document, which is read like the large ones. */
    private int small() {
        final String answer = text(HttpRequest.newBuilder(URI.create(address + "/documents/small"))
                .header("Content-Type", "application/json")
                .timeout(PATIENCE)
                .POST(HttpRequest.BodyPublishers.ofString("[{}]"))
                .build());
        return answer.equals(String.valueOf(GOOD)) ? GOOD : 0;
    }

    private String text(final HttpRequest request) {
        try {
            return String.valueOf(
                    client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode());
        } catch (final IOException e) {
            return "none";
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BenchmarkException("The measurement was interrupted.", e);
        }
    }

    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(PROBE_PAUSE_MILLIS);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BenchmarkException("The measurement was interrupted.", e);
        }
    }
}
