package org.jzenith.sql.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The summary of a statement names its command and tables, and no value. */
final class QuerySummaryTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    SELECT id FROM users WHERE name = 'FROM secret' | SELECT users
                    select u.id from "public"."users" u join orders o on true | SELECT public.users orders
                    INSERT INTO users (id) VALUES ($1) ON CONFLICT DO UPDATE SET id = 1 | INSERT users
                    INSERT INTO users(id) VALUES ($1) | INSERT users
                    UPDATE world SET randomnumber = $2 WHERE id = $1 | UPDATE world
                    DELETE FROM ONLY users | DELETE users
                    SELECT id FROM users FOR UPDATE SKIP LOCKED | SELECT users
                    SELECT * FROM unnest($1) | SELECT
                    SELECT * FROM (SELECT 1 FROM a) b | SELECT a
                    /* FROM x */ SELECT 1 -- FROM y | SELECT
                    WITH t AS (SELECT 1 FROM a) SELECT * FROM b | WITH a b
                    SELECT a IS DISTINCT FROM b FROM c | SELECT c
                    BEGIN | BEGIN
                    SELECT id FROM users WHERE name = 'FROM secret | SELECT users
                    SELECT 'it''s FROM secret' FROM users | SELECT users
                    SELECT E'it\\'s FROM secret\\\\' FROM users | SELECT users
                    SELECT $$it's FROM secret$$ FROM users WHERE id = $1 | SELECT users
                    SELECT $a$x $$ FROM secret$a$ FROM users | SELECT users
                    SELECT 1 /* FROM secret | SELECT
                    SELECT 1 /* a /* b */ FROM secret */ FROM users | SELECT users
                    (SELECT 1 FROM a) UNION (SELECT 1 FROM "b c"."d") | SELECT a b c.d
                    nonsense | _OTHER
                    `` | ``
                    """)
    void summaryIsCommandAndTables(final String sql, final String summary) {
        assertThat(QuerySummary.of(sql, Dialects.POSTGRESQL)).isEqualTo(summary);
    }

    @Test
    void namesInBackticksAreTables() {
        assertThat(QuerySummary.of("SELECT \"FROM secret\" FROM `shop`.`users` # FROM x", Dialects.MARIADB))
                .isEqualTo("SELECT shop.users");
        assertThat(QuerySummary.of("REPLACE INTO users VALUES (?)", Dialects.MARIADB))
                .isEqualTo("REPLACE users");
    }

    @Test
    void aLongLiteralNeitherShowsItsValueNorFillsTheStack() throws InterruptedException {
        final AtomicReference<String> summary = new AtomicReference<>("");
        final Runnable summarize = () -> summary.set(
                QuerySummary.of("SELECT '" + "FROM secret''".repeat(1_000) + "' FROM users", Dialects.POSTGRESQL));
        final Thread small = new Thread(null, summarize, "small-stack", 200 * 1024);
        small.start();
        small.join();
        assertThat(summary).hasValue("SELECT");
    }
}
