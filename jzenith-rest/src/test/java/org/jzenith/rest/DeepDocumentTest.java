package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.JsonNode;
import io.reactivex.Flowable;
import io.reactivex.Single;
import jakarta.validation.Valid;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.jzenith.core.JZenith;
import org.jzenith.rest.body.MergePatch;

/** Documents that are nested as deeply as they may be, in a process that compiles nothing: its calls need the most stack. */
final class DeepDocumentTest {

    private static final int LIMIT = 500;

    public record Node(@Nullable @Valid Node in) {}

    public record Listed(@Nullable @Valid List<Listed> in) {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
    @JsonSubTypes(@JsonSubTypes.Type(value = Typed.class, name = "t"))
    public interface Any {}

    public record Typed(@Nullable Any in) implements Any {}

    /** Jackson buffers each object of such a type, and needs more stack for a level than for any other. */
    @JsonTypeInfo(use = JsonTypeInfo.Id.DEDUCTION)
    @JsonSubTypes({@JsonSubTypes.Type(Inner.class), @JsonSubTypes.Type(Leaf.class)})
    public interface Deduced {}

    public record Inner(@Nullable Deduced in) implements Deduced {}

    public record Leaf(@Nullable String leaf) implements Deduced {}

    public static final class Unwrapping {

        @JsonUnwrapped
        public @Nullable Unwrapped unwrapped;
    }

    public static final class Unwrapped {

        public @Nullable Unwrapping in;
    }

    /** A mistake of the application, not a deep document. */
    public static final class Endless {

        public void setIn(final int number) {
            if (number != 0) {
                setIn(number + 2);
            }
        }
    }

    public static final class Bean {

        private @Nullable Bean in;

        public @Nullable Bean getIn() {
            return in;
        }

        public void setIn(final Bean in) {
            this.in = in;
        }
    }

    @Path("/")
    @Produces("text/plain")
    public static final class Documents {

        @POST
        @Path("node")
        public String node(final Node body) {
            return "read";
        }

        @POST
        @Path("valid")
        public String valid(@Valid final Node body) {
            return "read";
        }

        @POST
        @Path("listed")
        public String listed(@Valid final Listed body) {
            return "read";
        }

        @POST
        @Path("typed-late")
        public String typedLate(final Any body) {
            return "read";
        }

        @POST
        @Path("typed")
        public String typed(final Any body) {
            return "read";
        }

        @POST
        @Path("deduced")
        public String deduced(final Deduced body) {
            return "read";
        }

        @POST
        @Path("deduced-elements")
        @Consumes("application/x-ndjson")
        public Single<String> deducedElements(final Flowable<Deduced> body) {
            return body.count().map(count -> "read");
        }

        @POST
        @Path("unwrapping")
        public String unwrapping(final Unwrapping body) {
            return "read";
        }

        @PATCH
        @Path("deduced-patch")
        public String patch(final MergePatch patch) {
            patch.applyTo(new Inner(null), Deduced.class);
            return "read";
        }

        @POST
        @Path("endless")
        public String endless(final Endless body) {
            return "read";
        }

        @POST
        @Path("bean")
        public String bean(final Bean body) {
            return "read";
        }

        @POST
        @Path("tree")
        public String tree(final JsonNode body) {
            return "read";
        }

        @POST
        @Path("map")
        public String map(final Map<String, Object> body) {
            return "read";
        }

        @POST
        @Path("elements")
        @Consumes({"application/json", "application/x-ndjson"})
        public Single<String> elements(final Flowable<@Valid Node> body) {
            return body.count().map(count -> "read");
        }
    }

    /** The program under test. */
    static final class Main {

        private Main() {}

        public static void main(final String... arguments) {
            JZenith.application(arguments)
                    .withPlugins(RestPlugin.withResources(Documents.class))
                    .withOverridingConfiguration("rest.port", 0)
                    .withOverridingConfiguration("rest.request-timeout", "5m")
                    .run();
        }
    }

    private static String document(final String path, final int depth) {
        return switch (path) {
            case "listed" -> "{\"in\":[".repeat(depth / 2) + "]}".repeat(depth / 2);
            case "typed-late" ->
                "{\"in\":".repeat(depth - 1) + "{\"type\":\"t\"" + "},\"type\":\"t\"".repeat(depth - 1) + "}";
            case "deduced", "deduced-elements", "deduced-patch" ->
                "{\"in\":".repeat(depth - 1) + "{\"leaf\":\"x\"}" + "}".repeat(depth - 1);
            case "typed" -> "{\"type\":\"t\",\"in\":".repeat(depth - 1) + "{\"type\":\"t\"}" + "}".repeat(depth - 1);
            default -> "{\"in\":".repeat(depth - 1) + "{}" + "}".repeat(depth - 1);
        };
    }

    /** Sends requests to the program. */
    @FunctionalInterface
    private interface Requests {
        void send(HttpClient client, String address) throws Exception;
    }

    private static void run(final String stack, final Requests requests) throws Exception {
        final Process process = new ProcessBuilder(
                        java.nio.file.Path.of(System.getProperty("java.home"), "bin", "java")
                                .toString(),
                        "-Xint",
                        "-Xss" + stack,
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName())
                .redirectErrorStream(true)
                .start();
        try (BufferedReader log =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            String line = log.readLine();
            while (line != null && !line.contains("Open at [")) {
                line = log.readLine();
            }
            assertThat(line).as("It has opened.").isNotNull();
            final CompletableFuture<Void> rest =
                    CompletableFuture.runAsync(() -> log.lines().forEach(each -> {}));
            try {
                requests.send(
                        HttpClient.newBuilder()
                                .version(HttpClient.Version.HTTP_1_1)
                                .build(),
                        line.replaceAll(".*Open at \\[(\\S+)].*", "$1"));
            } finally {
                process.destroyForcibly();
                rest.exceptionally(error -> null).join(); // a program whose log nobody reads stands still
            }
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void documentsAreReadUpToTheLimitAndDeeperOnesAre400() throws Exception {
        run("1m", (client, address) -> {
            for (final String path : List.of("node", "valid", "listed", "typed", "bean", "tree", "map", "elements")) {
                for (final int depth : new int[] {LIMIT, LIMIT + 2, 999, 100_000}) {
                    final HttpResponse<String> answer = send(client, address, path, document(path, depth));
                    if (depth == LIMIT) {
                        assertThat(answer.body()).as(path).isEqualTo("read");
                    } else {
                        assertThat(answer.statusCode())
                                .as(path + " " + depth + answer.body())
                                .isEqualTo(400);
                        assertThat(answer.body()).contains("The JSON is nested more than " + LIMIT + " levels deep.");
                    }
                }
            }
        });
    }

    /** A small stack stands for the types that need the most. */
    @Test
    @Tag("full")
    void documentsThatExceedTheStackAre400() throws Exception {
        run("400k", (client, address) -> {
            for (final String path :
                    List.of("typed-late", "deduced", "deduced-elements", "unwrapping", "deduced-patch")) {
                assertThat(send(client, address, path, document(path, 5)).body())
                        .as(path)
                        .isEqualTo("read");
                final HttpResponse<String> answer = send(client, address, path, document(path, LIMIT));
                assertThat(answer.statusCode()).as(path + " " + answer.body()).isEqualTo(400);
                assertThat(answer.body())
                        .contains("The JSON is nested too deeply for its type. Other types may have up to " + LIMIT
                                + " levels.");
            }
            assertThat(send(client, address, "endless", "{\"in\":1}").statusCode())
                    .as("an endless recursion of the application")
                    .isEqualTo(500);
        });
    }

    private static HttpResponse<String> send(
            final HttpClient client, final String address, final String path, final String body) throws Exception {
        final boolean isPatch = path.equals("deduced-patch");
        return client.send(
                HttpRequest.newBuilder(URI.create(address + "/" + path))
                        .header(
                                "Content-Type",
                                path.endsWith("elements")
                                        ? "application/x-ndjson"
                                        : isPatch ? MergePatch.MEDIA_TYPE : "application/json")
                        .method(isPatch ? "PATCH" : "POST", HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
    }
}
