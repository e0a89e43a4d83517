package org.jzenith.sql.internal.statement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.jzenith.sql.error.InvalidValueException;
import org.jzenith.sql.text.SqlLexis;
import org.jzenith.sql.text.SqlText;

/** Parameters with names in the dialect of a database without arrays. */
final class NamedStatementTest {

    private static final String EMPTY = "SELECT NULL FROM DUAL WHERE FALSE";

    private static NamedStatement withoutArrays(final String sql) {
        return new NamedStatement(new SqlText(sql, SqlLexis.of(SqlLexis.Rule.HASH_COMMENTS)), null, EMPTY);
    }

    private static NamedStatement.Numbered bound(final String sql, final Map<String, ?> values) {
        return withoutArrays(sql).bind(values);
    }

    @Test
    void eachUseOfANameIsAParameter() {
        final NamedStatement.Numbered bound = bound("SELECT :a, :b, :a # :c", Map.of("a", 1, "b", 2));
        assertThat(bound.sql()).isEqualTo("SELECT ?, ?, ? # :c");
        assertThat(bound.values()).containsExactly(1, 2, 1);
        assertThat(bound.names()).containsExactly("a", "b", "a");
    }

    @Test
    void aListIsAsManyParametersRoundedUp() {
        final NamedStatement.Numbered bound =
                bound("WHERE a IN (:ids) AND b = :b", Map.of("ids", List.of(1, 2, 3), "b", 4));
        assertThat(bound.sql()).isEqualTo("WHERE a IN (?, ?, ?, ?) AND b = ?");
        assertThat(bound.values()).containsExactly(1, 2, 3, 3, 4);
        assertThat(bound.names()).containsExactly("ids", "ids", "ids", "ids", "b");
    }

    @Test
    void aListIsOnlyRoundedUpWhereARepeatedElementDoesNotMatter() {
        final Map<String, ?> values = Map.of("ids", List.of(1, 2, 3));
        assertThat(bound("WHERE a in /* b */ (:ids)", values).values()).hasSize(4);
        for (final String sql : List.of("VALUES (:ids)", "f(1, :ids)", "IN (:ids + 1)", "IN (1, :ids)")) {
            assertThat(bound(sql, values).values()).as(sql).containsExactly(1, 2, 3);
        }
    }

    @Test
    void aNameWithoutAParameterIsEscapedAndCut() {
        assertThatThrownBy(() -> bound("SELECT :a", Map.of("a", 1, "b\n" + "x".repeat(100), 2)))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("the map's key b\\nxx")
                .hasMessageNotContaining("x".repeat(63));
    }

    @Test
    void anEmptyListIsAQueryWithoutRows() {
        final NamedStatement.Numbered bound = bound("WHERE a IN (:ids) AND b = :b", Map.of("ids", List.of(), "b", 4));
        assertThat(bound.sql()).isEqualTo("WHERE a IN (" + EMPTY + ") AND b = ?");
        assertThat(bound.values()).containsExactly(4);
    }

    @Test
    void aListHasABound() {
        assertThat(bound(":ids", Map.of("ids", Collections.nCopies(16_384, 1))).values())
                .hasSize(16_384);
        assertThatThrownBy(() -> bound(":ids", Map.of("ids", Collections.nCopies(16_385, "secret"))))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("the list for :ids has 16385 elements, but at most 16384 can be sent")
                .hasMessageNotContaining("secret");
    }

    @Test
    void aListIsNoValueOfOneOfSeveralRuns() {
        final NamedStatement statement = withoutArrays("SELECT :a");
        assertThat(statement.valuesOfRun(Map.of("a", 1))).containsExactly(1);
        assertThatThrownBy(() -> statement.valuesOfRun(Map.of("a", List.of(1))))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("one of several runs has a list as a value");
    }

    @Test
    void aDatabaseWithArraysGetsAListAsItIs() {
        final NamedStatement statement = new NamedStatement(new SqlText("SELECT :a, :b, :a", SqlLexis.of()), "$", null);
        final NamedStatement.Numbered bound = statement.bind(Map.of("a", List.of(1, 2), "b", 3));
        assertThat(bound.sql()).isEqualTo("SELECT $1, $2, $1");
        assertThat(bound.values()).containsExactly(List.of(1, 2), 3);
    }
}
