package org.jzenith.docs.cookbook.csv;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.postgresql.PostgresqlPlugin;
import org.jzenith.rest.RestPlugin;
import org.jzenith.sql.Database;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.JZenithHttp;
import org.jzenith.test.TestResponse;

/** The code of docs/cookbook/csv.md. */
final class CsvTest {

    private static final String CSV = """
            title,author,published
            "Either, Or",Kierkegaard,1843-02-20
            The Trial,"Franz ""K"" Kafka",1925-04-26
            """;

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> JZenith.application()
            .withPlugins(RestPlugin.withResources(BookCsvResource.class), PostgresqlPlugin.create())
            .withConfiguration("postgresql.migrations.locations", "cookbook/migration"));

    @BeforeEach
    void noBooks() {
        APP.get(Database.class).query("DELETE FROM book").execute().blockingAwait();
    }

    private static JZenithHttp sendingCsv() {
        return APP.http().withHeader("Content-Type", "text/csv");
    }

    @Test
    void whatIsLoadedIsExported() {
        assertThat(sendingCsv().post("/books", CSV).body()).isEqualTo("2");
        final TestResponse export = APP.http().withHeader("Accept", "text/csv").get("/books");
        assertThat(export.header("Content-Type"))
                .hasValueSatisfying(type -> assertThat(type).startsWith("text/csv"));
        assertThat(export.body()).isEqualTo(CSV.replace("\n", "\r\n"));
    }

    @Test
    void theColumnsMayComeInAnyOrderButNotBeMissing() {
        final String reordered = "published,title,author\n1843-02-20,\"Either, Or\",Kierkegaard\n";
        assertThat(sendingCsv().post("/books", reordered).body()).isEqualTo("1");
        assertThat(APP.http().get("/books").json().get(0).get("author").asText())
                .isEqualTo("Kierkegaard");
        assertThat(sendingCsv()
                        .post("/books", "title,author\nThe Trial,Kafka\n")
                        .status())
                .isEqualTo(400);
    }

    @Test
    void whatIsNoCsvIsRefusedAndNothingOfItIsLoaded() {
        final TestResponse answer = sendingCsv().post("/books", CSV + "Amerika,Kafka,yesterday\n");
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().get("detail").asText())
                .isEqualTo("Line 4 of the body: 'published' must be a date or time in ISO-8601 form.");
        assertThat(APP.http().withHeader("Accept", "text/csv").get("/books").body())
                .isEqualTo("title,author,published\r\n");
    }

    @Test
    void theClientChoosesBetweenJsonAndCsv() {
        sendingCsv().post("/books", CSV);
        assertThat(APP.http().get("/books").json().get(0).get("title").asText()).isEqualTo("Either, Or");
    }
}
