package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.databind.JsonNode;
import io.reactivex.Flowable;
import io.reactivex.Single;
import jakarta.validation.Valid;
import jakarta.ws.rs.Consumes;
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
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.jzenith.core.JZenith;

/** Documents that are nested as deeply as they may be, in a process that compiles nothing: its calls need the most stack. */
final class DeepDocumentTest {

    private static final int LIMIT = 500;

    public record Node(@Nullable @Valid Node in) {}

    public record Listed(@Nullable @Valid List<Listed> in) {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
    @JsonSubTypes(@JsonSubTypes.Type(value = Typed.class, name = "t"))
    public interface Any {}

    public record Typed(@Nullable Any in) implements Any {}

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
        @Path("typed")
        public String typed(final Any body) {
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
            case "typed" -> "{\"type\":\"t\",\"in\":".repeat(depth - 1) + "{\"type\":\"t\"}" + "}".repeat(depth - 1);
            default -> "{\"in\":".repeat(depth - 1) + "{}" + "}".repeat(depth - 1);
        };
    }

    @Test
    void documentsAreReadUpToTheLimitAndDeeperOnesAre400() throws Exception {
        final Process process = new ProcessBuilder(
                        java.nio.file.Path.of(System.getProperty("java.home"), "bin", "java")
                                .toString(),
                        "-Xint",
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
            final String address = line.replaceAll(".*Open at \\[(\\S+)].*", "$1");
            final HttpClient client =
                    HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
            for (final String path : List.of("node", "valid", "listed", "typed", "bean", "tree", "map", "elements")) {
                for (final int depth : new int[] {LIMIT, LIMIT + 2, 999, 100_000}) {
                    final String body = document(path, depth);
                    final HttpResponse<String> answer = client.send(
                            HttpRequest.newBuilder(URI.create(address + "/" + path))
                                    .header(
                                            "Content-Type",
                                            path.equals("elements") ? "application/x-ndjson" : "application/json")
                                    .POST(HttpRequest.BodyPublishers.ofString(body))
                                    .build(),
                            BodyHandlers.ofString());
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
        } finally {
            process.destroyForcibly();
        }
    }
}
