package org.jzenith.docs.cookbook.paging;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.postgresql.PostgresqlPlugin;
import org.jzenith.rest.RestPlugin;
import org.jzenith.sql.SqlClient;
import org.jzenith.test.JZenithExtension;

/** The code of docs/cookbook/paging.md. */
final class PagingTest {

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> JZenith.application()
            .withPlugins(RestPlugin.withResources(BookResource.class), PostgresqlPlugin.create())
            .withConfiguration("postgresql.migrations.locations", "cookbook/migration"));

    @BeforeAll
    static void books() {
        APP.get(SqlClient.class)
                .query("INSERT INTO book (title, author, published) VALUES ($1, $2, $3)")
                .batch(List.of(
                        List.of("The Trial", "Kafka", LocalDate.of(1925, 4, 26)),
                        List.of("The Castle", "Kafka", LocalDate.of(1926, 1, 1)),
                        List.of("Amerika", "Kafka", LocalDate.of(1927, 1, 1)),
                        List.of("100% Kafka", "Brod", LocalDate.of(1948, 1, 1)),
                        List.of("Amerika", "Baudrillard", LocalDate.of(1986, 1, 1))))
                .ignoreElement()
                .blockingAwait();
    }

    private static JsonNode get(final String path) {
        return APP.http().get(path).json();
    }

    @Test
    void aPageHasItsRowsAndTheTotal() {
        final JsonNode page = get("/books?limit=2&offset=1");
        assertThat(page.get("total").asInt()).isEqualTo(5);
        assertThat(page.get("books").findValuesAsText("title")).containsExactly("Amerika", "Amerika");
    }

    @Test
    void filtersAndSortAreThoseOfTheQuery() {
        assertThat(get("/books?author=Kafka&since=1926-01-01&sort=published")
                        .get("books")
                        .findValuesAsText("title"))
                .containsExactly("The Castle", "Amerika");
        assertThat(get("/books?title=100%25").get("total").asInt()).isEqualTo(1);
        assertThat(get("/books?title=the").get("total").asInt()).isEqualTo(2);
    }

    @Test
    void whatIsNotAllowedIsRefused() {
        assertThat(APP.http().get("/books?limit=101").status()).isEqualTo(400);
        assertThat(APP.http().get("/books?sort=id").status()).isEqualTo(404);
        assertThat(APP.http().get("/books?sort=title;drop").status()).isEqualTo(404);
    }

    @Test
    void theNextSliceBeginsBehindTheLastRow() {
        final JsonNode first = get("/books/by-title?limit=2");
        assertThat(first.get("books").findValuesAsText("title")).containsExactly("100% Kafka", "Amerika");
        final JsonNode next = first.get("next");
        final JsonNode second = get("/books/by-title?limit=2&after-title="
                + next.get("title").asText() + "&after-id=" + next.get("id").asText());
        assertThat(second.get("books").findValuesAsText("title")).containsExactly("Amerika", "The Castle");
        final JsonNode third = get("/books/by-title?limit=2&after-title=The%20Castle&after-id="
                + second.get("next").get("id").asText());
        assertThat(third.get("books").findValuesAsText("title")).containsExactly("The Trial");
        assertThat(third.get("next").isNull()).isTrue();
    }
}
