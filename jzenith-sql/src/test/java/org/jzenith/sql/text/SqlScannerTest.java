package org.jzenith.sql.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Splits statements of two dialects into tokens. */
final class SqlScannerTest {

    /** A text, and its tokens in each dialect: the initial of the kind and the characters. */
    private static Stream<Arguments> texts() {
        return Stream.of(
                both("SELECT a_1, B FROM t$", "W SELECT", "W a_1", "S ,", "W B", "W FROM", "W t$"),
                both("'it''s' N'x' X'ff' b'0'", "L 'it''s'", "L N'x'", "L X'ff'", "L b'0'"),
                both("1 2.5e10 .5 0xFF a.b", "L 1", "L 2.5e10", "L .5", "L 0xFF", "W a", "S .", "W b"),
                both("a -- b ' \n c", "W a", "C -- b ' \n", "W c"),
                both("a /* b ' */ c", "W a", "C /* b ' */", "W c"),
                both("a /* cut '", "W a", "C /* cut '"),
                both("a 'cut", "W a", "L 'cut"),
                both(":id = (:a_b1,:c)", "N :id", "S =", "S (", "N :a_b1", "S ,", "N :c", "S )"),
                both("':no' :yes", "L ':no'", "N :yes"),
                both("a::text b::int[]", "W a", "S ::", "W text", "W b", "S ::", "W int", "S [", "S ]"),
                both(":id::uuid", "N :id", "S ::", "W uuid"),
                both("f(a := :b)", "W f", "S (", "W a", "S :=", "N :b", "S )"),
                both("a[b:c] a[1:c] a[f(x):c]", """
                        W a|S [|W b|S :|W c|S ]|W a|S [|L 1|S :|W c|S ]|\
                        W a|S [|W f|S (|W x|S )|S :|W c|S ]""".split("\\|")),
                both("a : b", "W a", "S :", "W b"),
                both("a ?| b ?& c @> d", "W a", "S ?", "S |", "W b", "S ?", "S &", "W c", "S @", "S >", "W d"),
                both("", new String[0]),
                Arguments.of("\"a\"\"b\" \"c", List.of("Q \"a\"\"b\"", "Q \"c"), List.of("L \"a\"\"b\"", "L \"c")),
                Arguments.of("\"it's :x\"", List.of("Q \"it's :x\""), List.of("L \"it's :x\"")),
                Arguments.of("'a\\' :b '", List.of("L 'a\\'", "N :b", "L '"), List.of("L 'a\\' :b '")),
                Arguments.of("'a\\\\' :b", List.of("L 'a\\\\'", "N :b"), List.of("L 'a\\\\'", "N :b")),
                Arguments.of("\"a\\\" b\"", List.of("Q \"a\\\"", "W b", "Q \""), List.of("L \"a\\\" b\"")),
                Arguments.of("E'it\\'s' c", List.of("L E'it\\'s'", "W c"), List.of("W E", "L 'it\\'s'", "W c")),
                Arguments.of(
                        "`a b``c`", List.of("S `", "W a", "W b", "S `", "S `", "W c", "S `"), List.of("Q `a b``c`")),
                Arguments.of("a # ' b\n c", List.of("W a", "S #", "L ' b\n c"), List.of("W a", "C # ' b\n", "W c")),
                Arguments.of("a--1", List.of("W a", "C --1"), List.of("W a", "S -", "S -", "L 1")),
                Arguments.of("a --\tb", List.of("W a", "C --\tb"), List.of("W a", "C --\tb")),
                Arguments.of("a --", List.of("W a", "C --"), List.of("W a", "C --")),
                Arguments.of(
                        "E'a' -- b\n'c\\' d' e",
                        List.of("L E'a'", "C -- b\n", "L 'c\\' d'", "W e"),
                        List.of("W E", "L 'a'", "C -- b\n", "L 'c\\' d'", "W e")),
                Arguments.of(
                        "E'a', \n'c\\' d",
                        List.of("L E'a'", "S ,", "L 'c\\'", "W d"),
                        List.of("W E", "L 'a'", "S ,", "L 'c\\' d")),
                Arguments.of(
                        "a -- b\r:c\nd",
                        List.of("W a", "C -- b\r", "N :c", "W d"),
                        List.of("W a", "C -- b\r:c\n", "W d")),
                both("/*!50700 ' :b */ c /*!99999 d*/", "C /*!50700 ' :b */", "W c", "C /*!99999 d*/"),
                Arguments.of(
                        "/*!100100 a*/ /*M!50700 b*/",
                        List.of("C /*!100100 a*/", "C /*M!50700 b*/"),
                        List.of("C /*!100100", "W a", "C */", "C /*M!50700", "W b", "C */")),
                both("/*!110500 :b*/ c /*M!110500 d*/", "C /*!110500 :b*/", "W c", "C /*M!110500 d*/"),
                Arguments.of(
                        "/* a /* b */ c */ d",
                        List.of("C /* a /* b */ c */", "W d"),
                        List.of("C /* a /* b */", "W c", "S *", "S /", "W d")),
                Arguments.of(
                        "$$it's$$ $x$ $$ $x$ $1",
                        List.of("L $$it's$$", "L $x$ $$ $x$", "S $1"),
                        List.of("W $$it", "L 's$$ $x$ $$ $x$ $1")),
                Arguments.of(
                        "SELECT /*!40101 a*/ /*M!100 :b */ 2*/*c*/3",
                        List.of("W SELECT", "C /*!40101 a*/", "C /*M!100 :b */", "L 2", "S *", "C /*c*/", "L 3"),
                        List.of(
                                "W SELECT",
                                "C /*!40101",
                                "W a",
                                "C */",
                                "C /*M!",
                                "L 100",
                                "N :b",
                                "C */",
                                "L 2",
                                "S *",
                                "C /*c*/",
                                "L 3")));
    }

    private static Arguments both(final String sql, final String... tokens) {
        return Arguments.of(sql, List.of(tokens), List.of(tokens));
    }

    @ParameterizedTest
    @MethodSource("texts")
    void splits(final String sql, final List<String> inPostgresql, final List<String> inMariadb) {
        assertThat(tokens(sql, Dialects.POSTGRESQL)).isEqualTo(inPostgresql);
        assertThat(tokens(sql, Dialects.MARIADB)).isEqualTo(inMariadb);
    }

    private static List<String> tokens(final String sql, final SqlLexis lexis) {
        final SqlScanner token = new SqlScanner(sql, lexis);
        return Stream.iterate(token.next(), more -> more, more -> token.next())
                .map(more -> token.kind().name().charAt(0) + " " + token.text())
                .toList();
    }
}
