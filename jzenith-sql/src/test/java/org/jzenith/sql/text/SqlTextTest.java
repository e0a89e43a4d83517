package org.jzenith.sql.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The text of a statement in messages and logs. */
final class SqlTextTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "postgresql | SELECT a FROM t WHERE b = $1 | SELECT a FROM t WHERE b = $1",
                "postgresql | SELECT a FROM t1 WHERE b = 'secret' | SELECT a FROM t1 WHERE b = ****",
                "postgresql | SELECT 'it''s secret', c | SELECT ****, c",
                "postgresql | SELECT E'it\\'s secret', c | SELECT ****, c",
                "postgresql | SELECT $$secret$$, $x$ secret $$ $x$, c | SELECT ****, ****, c",
                "postgresql | SELECT \"it's\" FROM \"a'b\" | SELECT \"it's\" FROM \"a'b\"",
                "postgresql | SELECT 1, 2.5e10, 0xFF, a.b1 | SELECT ****, ****, ****, a.b1",
                "postgresql | SELECT a -- secret ' | SELECT a",
                "postgresql | SELECT /* secret ' */ a | SELECT a",
                "postgresql | SELECT /* a /* b */ secret */ a | SELECT a",
                "postgresql | SELECT .5, n'secret', c$1, a.b | SELECT ****, ****, c$1, a.b",
                "postgresql | SELECT 'cut secret | SELECT ****",
                "postgresql | SELECT a WHERE b = U&'secret' | SELECT a WHERE b = U&****",
                "postgresql | SELECT a WHERE b = ? AND c ? 'secret' | SELECT a WHERE b = ? AND c ? ****",
                "postgresql | SELECT a::text WHERE b = :name | SELECT a::text WHERE b = :name",
                "mariadb | SELECT \"secret\", 'it\\'s secret', c | SELECT ****, ****, c",
                "mariadb | SELECT `it's` FROM t WHERE a = \"it's \\\" secret\" | SELECT `it's` FROM t WHERE a = ****",
                "mariadb | SELECT a # secret ' | SELECT a",
                "mariadb | SELECT a - --1 | SELECT a - --****",
                "mariadb | SELECT /*! 'secret', */ a | SELECT ****, a",
                "mariadb | SELECT a WHERE b = ? | SELECT a WHERE b = ?"
            })
    void valuesAreNotShown(final String dialect, final String sql, final String shown) {
        assertThat(text(sql, Dialects.of(dialect))).isEqualTo(shown);
    }

    @Test
    void aTextIsOneShortLine() {
        assertThat(text(" SELECT\n\ta\r\n FROM \u2028 t\u001b[m", Dialects.POSTGRESQL))
                .isEqualTo("SELECT a FROM \\u2028 t\\u001b[m");
        assertThat(text("SELECT " + "'x', ".repeat(200_000), Dialects.POSTGRESQL))
                .hasSize(302)
                .endsWith("..");
        assertThat(text("SELECT '" + "x''".repeat(200_000), Dialects.POSTGRESQL))
                .isEqualTo("SELECT ****");
        assertThat(text("SELECT /*" + "x''".repeat(200_000), Dialects.POSTGRESQL))
                .isEqualTo("SELECT");
    }

    private static String text(final String sql, final SqlLexis lexis) {
        return new SqlText(sql, lexis).toString();
    }
}
