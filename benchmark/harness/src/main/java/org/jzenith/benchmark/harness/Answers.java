package org.jzenith.benchmark.harness;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.jzenith.benchmark.process.BenchmarkException;
import org.jzenith.benchmark.process.SecretTokens;

/** Checks that all contestants give the same answers, because only then a comparison means something. */
final class Answers {

    /** An endpoint to be checked; random rows are compared with all their numbers replaced. */
    private record Question(LoadRequest request, boolean random) {

        @Override
        public String toString() {
            return request.method()
                    + ' '
                    + request.path()
                    + (request.protocol() == Protocol.HTTP_1 ? "" : " over " + request.protocol());
        }
    }

    private record Received(int status, Map<String, List<String>> headers, String body) {

        /**
         * True if a contestant that is not whole may respond so. Its errors have bodies of their own, JSON may name its
         * charset, and further headers are its own.
         */
        boolean isLike(final Received expected) {
            return status == expected.status
                    && (status >= 400
                            || (body.equals(expected.body)
                                    && expected.headers.entrySet().stream()
                                            .filter(header -> !OWN.contains(header.getKey()))
                                            .allMatch(header -> plain(header.getValue())
                                                    .equals(plain(headers.getOrDefault(header.getKey(), List.of()))))));
        }

        private static List<String> plain(final List<String> values) {
            return values.stream()
                    .map(value -> value.replace("application/json;charset=utf-8", "application/json"))
                    .toList();
        }
    }

    private static final Set<Integer> ABSENT = Set.of(404, 405, 501);
    private static final Pattern NUMBER = Pattern.compile("[0-9]+");
    private static final Pattern ID = Pattern.compile("\"id\":\"([0-9a-f-]{36})\"");
    private static final List<String> HEADERS = List.of("Date", "Server", "X-Request-Id");
    private static final Set<String> OWN = Set.of("server", "vary");
    private static final Set<String> FRAMING = Set.of("content-length", "transfer-encoding");

    private final Suite suite;
    private final Set<String> ids = new HashSet<>();
    private final HttpClient client;

    Answers(final Suite suite, final @Nullable SSLContext trust) {
        final HttpClient.Builder builder = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1);
        this.suite = suite;
        this.client = (trust == null ? builder : builder.sslContext(trust)).build();
    }

    /** Makes a user, and returns its id. */
    String createUser(final RunningContestant server) {
        final HttpResponse<String> created =
                send(HttpRequest.newBuilder(URI.create(server.contestant().url("/users")))
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(
                                "{\"name\":\"Grace Hopper\",\"email\":\"grace@example.org\"}"))
                        .build());
        final Matcher id = ID.matcher(created.body());
        if (created.statusCode() != 201 || !id.find()) {
            throw new BenchmarkException("The contestant " + server.name() + " made no user, but answered "
                    + created.statusCode() + ": " + created.body());
        }
        return id.group(1);
    }

    /** Returns the differences, none if all is well. The first server is the one that the others are compared with. */
    List<String> differences(final List<RunningContestant> servers, final String userId) {
        final List<String> differences = new ArrayList<>();
        for (final Contestant.Level level : Contestant.Level.values()) {
            compareAll(
                    servers.stream()
                            .filter(server -> server.contestant().level() == level)
                            .toList(),
                    suite.isService() ? serviceQuestions(suite, level) : questions(userId),
                    differences);
        }
        return differences;
    }

    private void compareAll(
            final List<RunningContestant> servers, final List<Question> questions, final List<String> differences) {
        if (servers.isEmpty()) {
            return;
        }
        final RunningContestant first = servers.get(0);
        for (final Question question : questions) {
            final Received expected = ask(first, question, differences);
            if (expected.status != question.request.status()) {
                differences.add(question + ": " + first.name() + " answers " + expected.status + " where "
                        + question.request.status() + " is right");
            }
            for (final RunningContestant server : servers.subList(1, servers.size())) {
                compare(server, question, expected, differences);
            }
        }
        servers.stream()
                .forEach(server -> differences.addAll(
                        server.contestant().whole()
                                ? AccessLogs.differences(first, server)
                                : AccessLogs.missing(server)));
    }

    private void compare(
            final RunningContestant server,
            final Question question,
            final Received expected,
            final List<String> differences) {
        final boolean whole = server.contestant().whole();
        if (!whole && isOfForeignOrigin(question.request)) {
            return;
        }
        final Received given = ask(server, question, differences);
        final boolean same = whole ? given.equals(expected) : given.isLike(expected);
        if (!same && (whole || !ABSENT.contains(given.status))) {
            differences.add(
                    question + ": " + server.name() + " answers\n    " + given + "\n  instead of\n    " + expected);
        }
    }

    /** Some frameworks refuse such a request instead of leaving the headers out. */
    private static boolean isOfForeignOrigin(final LoadRequest request) {
        final String origin = request.headers().get("Origin");
        return origin != null && !origin.equals(LoadTest.Headers.ORIGIN);
    }

    private static List<Question> questions(final String userId) {
        return List.of(
                question("/plaintext", 200, false),
                question("/json", 200, false),
                question("/db", 200, true),
                question("/queries", 200, true),
                question("/queries?queries=", 200, true),
                question("/queries?queries=x", 200, true),
                question("/queries?queries=0", 200, true),
                question("/queries?queries=20", 200, true),
                question("/queries?queries=501", 200, true),
                question("/updates", 200, true),
                question("/updates?queries=20", 200, true),
                question("/updates?queries=500", 200, true),
                question("/cached-queries?count=20", 200, true),
                question("/cached-queries?count=x", 200, true),
                question("/fortunes", 200, false),
                question("/users/" + userId, 200, false),
                question("/users/" + new UUID(0, 0), 404, false),
                question("/users/x", 404, false),
                question("/nothing", 404, false));
    }

    private static Question question(final String path, final int status, final boolean random) {
        return new Question(LoadRequest.get(path).answered(status), random);
    }

    /** Returns the measured requests of a level, and those that the measured checks refuse. */
    private static List<Question> serviceQuestions(final Suite suite, final Contestant.Level level) {
        final List<LoadRequest> requests = new ArrayList<>();
        switch (suite) {
            case HEADERS -> {
                requests.add(LoadRequest.get("/json"));
                requests.add(LoadRequest.get("/json").withHeader("Origin", "https://other.example"));
            }
            case SUM -> addSum(level, requests);
            case SERVICE -> addService(requests);
            default -> {}
        }
        return Stream.concat(
                        LoadTest.of(suite).stream()
                                .filter(test -> test.level() == level)
                                .map(test -> new Question(test.request(""), test.usesDatabase())),
                        requests.stream().map(request -> new Question(request, false)))
                .toList();
    }

    private static void addSum(final Contestant.Level level, final List<LoadRequest> requests) {
        switch (level) {
            case BARE -> {}
            case CONFIGURED -> addSum(LoadTest.SUM_GET, LoadTest.SUM_POST, LoadTest.SUM_INSERT, requests);
            case OBSERVED -> {
                addSum(LoadTest.OBSERVED_GET, LoadTest.OBSERVED_POST, LoadTest.OBSERVED_INSERT, requests);
                addObserved(requests);
            }
        }
    }

    /** Each feature, and what it refuses. */
    private static void addSum(
            final LoadTest getTest,
            final LoadTest postTest,
            final LoadTest insertTest,
            final List<LoadRequest> requests) {
        final LoadRequest get = getTest.request("");
        final LoadRequest post = postTest.request("");
        requests.add(get.withHeader("X-Request-Id", "of-the-client").withHeader("User-Agent", "a \"b\" \\"));
        requests.add(get.withHeader("Origin", "https://other.example"));
        requests.add(get.withHeader("X-Api-Token", "wrong").answered(401));
        requests.add(LoadRequest.get("/json").answered(401));
        requests.add(get.withPath("/nothing/here").answered(404));
        invalidOrders().forEach(body -> {
            requests.add(post.withBody(body).answered(400));
            requests.add(insertTest.request("").withBody(body).answered(400));
        });
    }

    /** Tokens that are missing or refused. */
    private static void addObserved(final List<LoadRequest> requests) {
        final LoadRequest get = LoadTest.OBSERVED_GET.request("");
        requests.add(LoadTest.SUM_GET.request("").answered(401));
        requests.add(get.withHeader("Authorization", "Bearer x").answered(401));
        requests.add(get.withHeader("Authorization", "Bearer " + LoadTest.Headers.BEARER + "x")
                .answered(401));
        requests.add(get.withHeader("Authorization", "Bearer " + SecretTokens.signed("bob", "guest"))
                .answered(403));
    }

    private static void addService(final List<LoadRequest> requests) {
        requests.add(
                LoadRequest.get("/filtered").withHeader("X-Api-Key", "wrong").answered(401));
        requests.add(LoadRequest.get("/parameters/x").answered(404));
        requests.add(LoadRequest.get("/parameters/7"));
        requests.add(LoadRequest.get("/templated-x/7").answered(404));
        requests.add(LoadRequest.get("/errors/parameter").withHeader("X-Number", "17"));
        invalidOrders()
                .map(body -> LoadRequest.postJson("/orders/validated", body).answered(400))
                .forEach(requests::add);
    }

    private static Stream<String> invalidOrders() {
        return Stream.of(
                invalidOrder(" ", 3, false),
                invalidOrder("A".repeat(101), 3, false),
                invalidOrder("Ann", 0, false),
                invalidOrder("Ann", 1001, false),
                invalidOrder("Ann", 3, true));
    }

    /** Breaks one rule. */
    private static String invalidOrder(final String customer, final int quantity, final boolean withoutEmail) {
        return "{\"customer\":\"" + customer + "\"," + (withoutEmail ? "" : "\"email\":\"a@b\",")
                + "\"lines\":[{\"article\":\"wire\",\"quantity\":" + quantity
                + "}],\"express\":false,\"note\":\"now\"}";
    }

    /** The tests that contestants can be measured in, by their names: those whose endpoints they have. */
    Map<String, Set<LoadTest>> tests(
            final List<RunningContestant> servers, final List<LoadTest> tests, final String userId) {
        final Map<String, Set<LoadTest>> able = new HashMap<>();
        for (final RunningContestant server : servers) {
            final Set<LoadTest> of = able.computeIfAbsent(server.name(), name -> EnumSet.noneOf(LoadTest.class));
            tests.stream()
                    .filter(server.contestant()::answers)
                    .filter(test -> {
                        final LoadRequest request = test.request(userId);
                        return server.contestant().whole()
                                || send(request.to(server.contestant())).statusCode() == request.status();
                    })
                    .forEach(of::add);
        }
        return able;
    }

    private Received ask(final RunningContestant server, final Question question, final List<String> differences) {
        final HttpResponse<String> response = send(question.request.to(server.contestant()));
        if (response.version() != question.request.protocol().versionForAnswers()) {
            differences.add(question + ": " + server.name() + " answers over " + response.version());
        }
        if (response.statusCode() == question.request.status()
                && server.contestant().whole()) {
            expectedHeaders(response)
                    .filter(header -> response.headers().firstValue(header).isEmpty())
                    .forEach(header -> differences.add(question + ": " + server.name() + " sends no header " + header));
        }
        return new Received(
                response.statusCode(),
                comparable(response, question, differences),
                question.random ? NUMBER.matcher(response.body()).replaceAll("0") : response.body());
    }

    private static Stream<String> expectedHeaders(final HttpResponse<String> response) {
        final boolean framed = response.statusCode() == 204
                || response.headers().firstValue("Transfer-Encoding").isPresent();
        return Stream.concat(HEADERS.stream(), framed ? Stream.empty() : Stream.of("Content-Length"));
    }

    /** All headers but those that differ from answer to answer; of a new request id only the name. */
    private Map<String, List<String>> comparable(
            final HttpResponse<String> response, final Question question, final List<String> differences) {
        final Map<String, List<String>> headers = new TreeMap<>();
        response.headers().map().forEach((header, values) -> {
            final String name = header.toLowerCase(Locale.ROOT);
            if (!FRAMING.contains(name) && !name.equals("date")) {
                headers.put(
                        name,
                        values.stream()
                                .map(value -> value.toLowerCase(Locale.ROOT).replace(" ", ""))
                                .toList());
            }
        });
        if (!question.request.headers().containsKey("X-Request-Id")) {
            headers.computeIfPresent("x-request-id", (name, values) -> {
                if (!ids.addAll(values)) {
                    differences.add(question + ": the request id " + values + " is not a new one");
                }
                return List.of("new");
            });
        }
        return headers;
    }

    private HttpResponse<String> send(final HttpRequest request) {
        try {
            // Of ISO 8859-1 each byte is a character, so that bytes are compared.
            return client.send(request, HttpResponse.BodyHandlers.ofString(StandardCharsets.ISO_8859_1));
        } catch (final IOException e) {
            throw new BenchmarkException("There is no answer to " + request.method() + " " + request.uri() + ".", e);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BenchmarkException("The benchmark was interrupted.", e);
        }
    }
}
