package org.jzenith.core.log;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The text of a statement in the log. */
final class StatementTextTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "SELECT a FROM t WHERE b = $1 | SELECT a FROM t WHERE b = $1",
                "SELECT a FROM t1 WHERE b = 'secret' | SELECT a FROM t1 WHERE b = ****",
                "SELECT 'it''s secret', c | SELECT ****, c",
                "SELECT E'it\\'s secret', c | SELECT ****, c",
                "SELECT $$secret$$, $x$ secret $$ $x$, c | SELECT ****, ****, c",
                "SELECT \"it's\" FROM \"a'b\" | SELECT \"it's\" FROM \"a'b\"",
                "SELECT 1, 2.5e10, 0xFF, a.b1 | SELECT ****, ****, ****, a.b1",
                "SELECT a -- secret ' | SELECT a",
                "SELECT /* secret ' */ a | SELECT a",
                "SELECT /* a /* b */ secret */ a | SELECT a",
                "SELECT .5, n'secret', c$1, a.b | SELECT ****, ****, c$1, a.b",
                "SELECT 'cut secret | SELECT ****",
                "SELECT a WHERE b = U&'secret' | SELECT a WHERE b = U&****",
                "SELECT a WHERE b = ? AND c ? 'secret' | SELECT a WHERE b = ? AND c ? ****"
            })
    void valuesAreNotLogged(final String sql, final String logged) {
        assertThat(StatementText.of(sql)).isEqualTo(logged);
    }

    @Test
    void aTextIsOneShortLine() {
        assertThat(StatementText.of(" SELECT\n\ta\r\n FROM \u2028 t\u001b[m"))
                .isEqualTo("SELECT a FROM \\u2028 t\\u001b[m");
        assertThat(StatementText.of("SELECT " + "'x', ".repeat(200_000)))
                .hasSize(302)
                .endsWith("..");
        assertThat(StatementText.of("SELECT '" + "x''".repeat(200_000))).isEqualTo("SELECT ****");
        assertThat(StatementText.of("SELECT /*" + "x''".repeat(200_000))).isEqualTo("SELECT");
    }
}
