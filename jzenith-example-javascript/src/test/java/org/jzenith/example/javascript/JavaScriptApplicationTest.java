package org.jzenith.example.javascript;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.test.JZenithExtension;

/** The same requests to the resource methods and to the handlers in JavaScript. */
final class JavaScriptApplicationTest {

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(JavaScriptApplication::application);

    @ParameterizedTest
    @ValueSource(strings = {"/prices", "/js/prices"})
    void aPriceIsJson(final String prices) {
        assertThat(APP.http()
                        .get(prices + "/tea")
                        .expectStatus(200)
                        .expectHeader("Content-Type", "application/json")
                        .body())
                .isEqualTo("{\"article\":\"tea\",\"cents\":450}");
    }

    @ParameterizedTest
    @CsvSource({
        "/prices, wine",
        "/js/prices, wine",
        "/prices, constructor",
        "/js/prices, constructor",
        "/prices, __proto__",
        "/js/prices, __proto__"
    })
    void anUnknownArticleIs404(final String prices, final String article) {
        APP.http()
                .get(prices + "/" + article)
                .expectStatus(404)
                .expectHeader("Content-Type", "application/problem+json")
                .expectJson("/title", "Not Found")
                .expectJson("/status", 404)
                .expectJson("/instance", prices + "/" + article);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/prices", "/js/prices"})
    void aSumIsAwaited(final String prices) {
        assertThat(APP.http()
                        .post(prices + "/sum", List.of("tea", "coffee", "wine"))
                        .expectStatus(200)
                        .expectHeader("Content-Type", "application/json")
                        .body())
                .isEqualTo("970");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/reviews", "/js/reviews"})
    void reviewsComeFromTheDatabase(final String reviews) {
        assertThat(APP.http()
                        .get(reviews + "/tea")
                        .expectStatus(200)
                        .expectHeader("Content-Type", "application/json")
                        .body())
                .isEqualTo("[{\"author\":\"Ann\",\"stars\":5},{\"author\":\"Bob\",\"stars\":4}]");
        assertThat(APP.http().get(reviews + "/tea'--").expectStatus(200).body()).isEqualTo("[]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/prices", "/js/prices"})
    void aBodyThatIsNotJsonIs400(final String prices) {
        APP.http()
                .withHeader("Content-Type", "application/json")
                .send("POST", prices + "/sum", "[\"tea\"")
                .expectStatus(400)
                .expectHeader("Content-Type", "application/problem+json");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/prices", "/js/prices"})
    void anotherMethodIs405(final String prices) {
        APP.http().delete(prices + "/sum").expectStatus(405);
    }
}
