package org.jzenith.benchmark.harness;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jzenith.benchmark.process.Failure;

/** Checks that all contestants give the same answers, because only then a comparison means something. */
final class Answers {

    /** An endpoint to be checked; random rows are compared with all their numbers replaced. */
    private record Question(String path, int status, boolean random) {}

    private record Answer(int status, String type, String body) {}

    private static final Set<Integer> ABSENT = Set.of(404, 405, 501);
    private static final Pattern NUMBER = Pattern.compile("[0-9]+");
    private static final Pattern ID = Pattern.compile("\"id\":\"([0-9a-f-]{36})\"");
    private static final List<String> HEADERS = List.of("Date", "Server", "Content-Length");

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    /** Makes a user, and returns its id. */
    String createUser(final Server server) {
        final HttpResponse<String> created =
                send(HttpRequest.newBuilder(URI.create(server.contestant().url("/user")))
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(
                                "{\"name\":\"Grace Hopper\",\"email\":\"grace@example.org\"}"))
                        .build());
        final Matcher id = ID.matcher(created.body());
        if (created.statusCode() != 201 || !id.find()) {
            throw new Failure("The contestant " + server.name() + " made no user, but answered " + created.statusCode()
                    + ": " + created.body());
        }
        return id.group(1);
    }

    /** What is different; nothing if all is well. The first server is the one that the others are compared with. */
    List<String> differences(final List<Server> servers, final String userId) {
        final List<String> differences = new ArrayList<>();
        for (final Question question : questions(userId)) {
            final Answer expected = ask(servers.get(0), question, differences);
            if (expected.status != question.status) {
                differences.add(question.path + ": " + servers.get(0).name() + " answers " + expected.status + " where "
                        + question.status + " is right");
            }
            for (final Server server : servers.subList(1, servers.size())) {
                compare(server, question, expected, differences);
            }
        }
        return differences;
    }

    private void compare(
            final Server server, final Question question, final Answer expected, final List<String> differences) {
        final boolean whole = server.contestant().whole();
        if (!whole && question.status != 200) {
            return;
        }
        final Answer given = ask(server, question, differences);
        if (!given.equals(expected) && (whole || !ABSENT.contains(given.status))) {
            differences.add(question.path + ": " + server.name() + " answers\n    " + given + "\n  instead of\n    "
                    + expected);
        }
    }

    private static List<Question> questions(final String userId) {
        return List.of(
                new Question("/plaintext", 200, false),
                new Question("/json", 200, false),
                new Question("/db", 200, true),
                new Question("/queries", 200, true),
                new Question("/queries?queries=", 200, true),
                new Question("/queries?queries=x", 200, true),
                new Question("/queries?queries=0", 200, true),
                new Question("/queries?queries=20", 200, true),
                new Question("/queries?queries=501", 200, true),
                new Question("/updates", 200, true),
                new Question("/updates?queries=20", 200, true),
                new Question("/updates?queries=500", 200, true),
                new Question("/cached-queries?count=20", 200, true),
                new Question("/cached-queries?count=x", 200, true),
                new Question("/fortunes", 200, false),
                new Question("/user/" + userId, 200, false),
                new Question("/user/" + new UUID(0, 0), 404, false),
                new Question("/user/x", 404, false),
                new Question("/nothing", 404, false));
    }

    /** The tests that a server can be measured in: those whose endpoints it has. */
    Map<Server, Set<LoadTest>> tests(final List<Server> servers, final List<LoadTest> tests, final String userId) {
        final Map<Server, Set<LoadTest>> able = new LinkedHashMap<>();
        for (final Server server : servers) {
            final Set<LoadTest> of = EnumSet.noneOf(LoadTest.class);
            tests.stream()
                    .filter(test -> get(server, test.path(userId)).statusCode() == 200)
                    .forEach(of::add);
            able.put(server, of);
        }
        return able;
    }

    private Answer ask(final Server server, final Question question, final List<String> differences) {
        final HttpResponse<String> response = get(server, question.path);
        if (response.statusCode() == question.status) {
            HEADERS.stream()
                    .filter(header -> server.contestant().whole()
                            && response.headers().firstValue(header).isEmpty())
                    .forEach(header ->
                            differences.add(question.path + ": " + server.name() + " sends no header " + header));
        }
        final String type = response.headers().firstValue("Content-Type").orElse("none");
        return new Answer(
                response.statusCode(),
                type.toLowerCase(Locale.ROOT).replace(" ", ""),
                question.random ? NUMBER.matcher(response.body()).replaceAll("0") : response.body());
    }

    private HttpResponse<String> get(final Server server, final String path) {
        return send(HttpRequest.newBuilder(URI.create(server.contestant().url(path)))
                .build());
    }

    private HttpResponse<String> send(final HttpRequest request) {
        try {
            // Of ISO 8859-1 each byte is a character, so that bytes are compared.
            return client.send(request, HttpResponse.BodyHandlers.ofString(StandardCharsets.ISO_8859_1));
        } catch (final IOException e) {
            throw new Failure("There is no answer to " + request.method() + " " + request.uri() + ".", e);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failure("The benchmark was interrupted.", e);
        }
    }
}
