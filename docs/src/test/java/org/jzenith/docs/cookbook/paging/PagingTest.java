package org.jzenith.docs.cookbook.paging;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.docs.cookbook.paging.BookResource.Book;
import org.jzenith.postgresql.PostgresqlPlugin;
import org.jzenith.rest.RestPlugin;
import org.jzenith.sql.Database;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.TestResponse;

/** The code of docs/cookbook/paging.md. */
final class PagingTest {

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> JZenith.application()
            .withPlugins(RestPlugin.withResources(BookResource.class, CatalogResource.class), PostgresqlPlugin.create())
            .withConfiguration("postgresql.migrations.locations", "cookbook/migration"));

    @BeforeAll
    static void books() {
        APP.get(Database.class)
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

    private static List<String> titles(final TestResponse page) {
        return page.expectStatus(200).asList(Book.class).stream()
                .map(Book::title)
                .toList();
    }

    private static String next(final TestResponse page) {
        final String link = page.headers().allValues("Link").stream()
                .filter(each -> each.endsWith("rel=\"next\""))
                .findFirst()
                .orElseThrow();
        return link.substring(link.indexOf('/'), link.indexOf('>'));
    }

    @Test
    void aPageHasItsRowsAndTheTotal() {
        final TestResponse page = APP.http().get("/books?limit=2&offset=1");
        assertThat(titles(page)).containsExactly("Amerika", "Amerika");
        assertThat(page.header("X-Total-Count")).contains("5");
        assertThat(titles(APP.http().get(next(page)))).containsExactly("The Castle", "The Trial");
    }

    @Test
    void filtersAndSortAreThoseOfTheQuery() {
        final TestResponse kafka = APP.http().get("/books?author=Kafka&since=1926-01-01&sort=published&limit=1");
        assertThat(titles(kafka)).containsExactly("The Castle");
        assertThat(kafka.header("X-Total-Count")).contains("2");
        assertThat(titles(APP.http().get(next(kafka)))).containsExactly("Amerika");
        assertThat(titles(APP.http().get("/books?title=100%25"))).containsExactly("100% Kafka");
        assertThat(titles(APP.http().get("/books?title=the"))).containsExactly("The Castle", "The Trial");
    }

    @Test
    void whatIsNotAllowedIsRefused() {
        assertThat(APP.http().get("/books?limit=101").status()).isEqualTo(400);
        for (final String sort : List.of("id", "title;drop", "-", "title,title")) {
            assertThat(APP.http()
                            .get("/books?sort=" + sort)
                            .expectStatus(400)
                            .json()
                            .get("detail")
                            .asText())
                    .startsWith("The query parameter 'sort' contains a")
                    .contains("Valid names: title, published.");
        }
        assertThat(APP.http().get("/books/by-key?after=Amerika").status()).isEqualTo(400);
    }

    @Test
    void anOrderHasSeveralNamesAndDirections() {
        assertThat(titles(APP.http().get("/books?sort=-published&limit=2"))).containsExactly("Amerika", "100% Kafka");
        final TestResponse first = APP.http().get("/books/by-key?sort=title,-published&limit=3");
        assertThat(first.asList(Book.class).stream().map(Book::author)).containsExactly("Brod", "Baudrillard", "Kafka");
        assertThat(titles(APP.http().get(next(first)))).containsExactly("The Castle", "The Trial");
        assertThat(APP.http()
                        .get(next(first).replace("-published", "published"))
                        .status())
                .isEqualTo(400);
    }

    @Test
    void theCatalogHasTheSameFilters() {
        assertThat(titles(APP.http().get("/catalog?author=Kafka&since=1926-01-01&title=a")))
                .containsExactly("Amerika", "The Castle");
        assertThat(titles(APP.http().get("/catalog?title=100%25"))).containsExactly("100% Kafka");
        assertThat(titles(APP.http().get("/catalog"))).hasSize(5);
    }

    @Test
    void theNextPageStartsAfterTheLastRow() {
        final TestResponse first = APP.http().get("/books/by-key?limit=2");
        assertThat(titles(first)).containsExactly("100% Kafka", "Amerika");
        final TestResponse second = APP.http().get(next(first));
        assertThat(titles(second)).containsExactly("Amerika", "The Castle");
        final TestResponse third = APP.http().get(next(second));
        assertThat(titles(third)).containsExactly("The Trial");
        assertThat(third.header("Link")).isEmpty();
    }
}
