package org.jzenith.javascript;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzenith.core.JZenith;
import org.jzenith.rest.RestPlugin;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.TestResponse;

/** Each kind of argument and result of a handler. */
final class HandlersTest {

    @RegisterExtension
    static final JZenithExtension APP =
            JZenithExtension.of(HandlersTest::application).withOverridingConfiguration("jzenith.event-loops", 2);

    private static JZenith application() {
        // region application
        return JZenith.application().withPlugins(RestPlugin.withResources(), JavaScriptPlugin.at("/api", "handlers"));
        // endregion
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/api|root|text/plain;charset=utf-8",
                "/api/text|Hello, world|text/plain;charset=utf-8",
                "/api/json|{\"message\":\"Hello, World!\"}|application/json",
                "/api/list|[1,\"two\",null,{\"three\":3}]|application/json",
                "/api/number|42|application/json",
                "/api/null|null|application/json",
                "/api/users/5|{\"id\":\"5\"}|application/json",
                "/api/users/a%20b|{\"id\":\"a b\"}|application/json",
                "/api/users/me|me|text/plain;charset=utf-8",
                "/api/search?a=1&b=x+y&a=2|{\"a\":[\"1\",\"2\"],\"b\":\"x y\"}|application/json",
                "/api/promise|{\"waited\":true}|application/json",
                "/api/deadline|true|application/json",
                "/api/url|[\"https://example.org/a/b?q=x+y&n=%C3%A4%26#top\",\"x y\",false,2]|application/json",
                "/api/commonjs?text=ab|...ab|text/plain;charset=utf-8",
                "/api/npm|..x8|text/plain;charset=utf-8"
            })
    void aResultIsSentAsItsKindSays(final String path, final String body, final String type) {
        APP.http().get(path).expectStatus(200).expectHeader("Content-Type", type);
        assertThat(APP.http().get(path).body()).isEqualTo(body);
    }

    @Test
    void undefinedIs204() {
        assertThat(APP.http().get("/api/nothing").status()).isEqualTo(204);
        assertThat(APP.http().delete("/api/users/1").status()).isEqualTo(204);
    }

    @Test
    void bytesAreSentAsTheyAre() {
        final TestResponse response =
                APP.http().get("/api/bytes").expectHeader("Content-Type", "application/octet-stream");
        assertThat(response.bytes()).containsExactly(0, 1, 254, 255);
    }

    @Test
    void aResponseHasItsStatusAndHeaders() {
        final TestResponse response = APP.http()
                .get("/api/response")
                .expectStatus(202)
                .expectHeader("X-Kind", "own")
                .expectHeader("Content-Type", "text/csv");
        assertThat(response.body()).isEqualTo("a,b\n");
    }

    @Test
    void textIsJsonForAClientThatAcceptsOnlyJson() {
        final TestResponse response =
                APP.http().withHeader("Accept", "application/json").get("/api/text");
        assertThat(response.body()).isEqualTo("\"Hello, world\"");
        APP.http().withHeader("Accept", "image/png").get("/api/json").expectStatus(406);
    }

    @Test
    void aBodyOfJsonIsAValue() {
        APP.http()
                .post("/api/users", Map.of("id", 7))
                .expectStatus(201)
                .expectHeader("Location", "/users/7")
                .expectJson("/id", 7);
    }

    @Test
    void aPrototypeInABodyIsAMemberLikeOthers() throws Exception {
        assertThat(send("PUT", "/api/echo", "application/json", "{\"__proto__\":{\"admin\":true}}")
                        .body())
                .isEqualTo("{\"__proto__\":{\"admin\":true}}");
    }

    @ParameterizedTest
    @CsvSource({
        "application/json, '[1]', object",
        "text/plain, abc, string",
        "application/octet-stream, abc, bytes 3",
        "application/json, '', none"
    })
    void theTypeOfABodyDecidesWhatItIs(final String type, final String body, final String seen) throws Exception {
        assertThat(send("PATCH", "/api/type", type, body).body()).isEqualTo(seen);
    }

    @Test
    void aBodyThatIsNoJsonIs400() throws Exception {
        final HttpResponse<String> response = send("PUT", "/api/echo", "application/json", "{\"a\":");
        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(response.body()).contains("not valid JSON");
    }

    @Test
    void headersHaveNamesInLowerCase() {
        assertThat(APP.http().withHeader("X-Tenant", "acme").get("/api/header").body())
                .isEqualTo("acme");
    }

    @Test
    void aProblemHasItsStatusAndMembers() {
        APP.http()
                .get("/api/taken")
                .expectStatus(409)
                .expectHeader("Content-Type", "application/problem+json")
                .expectJson("/detail", "taken")
                .expectJson("/name", "joe");
        APP.http().get("/api/refused").expectStatus(422);
    }

    @Test
    void otherPathsAndMethodsAreProblems() {
        APP.http().get("/api/unknown").expectStatus(404);
        APP.http().post("/api/text", "x").expectStatus(405).expectHeader("Allow", "GET, HEAD, OPTIONS");
        assertThat(APP.http().send("HEAD", "/api/text", null).status()).isEqualTo(200);
        assertThat(APP.http().send("OPTIONS", "/api/text", null).header("Allow"))
                .hasValue("GET, HEAD, OPTIONS");
    }

    private static HttpResponse<String> send(
            final String method, final String path, final String type, final String body) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(APP.http().uri() + path))
                                .method(method, HttpRequest.BodyPublishers.ofString(body))
                                .header("Content-Type", type)
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
    }
}
