package org.jzenith.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.jzenith.core.page.InvalidPageException;
import org.jzenith.core.page.Page;
import org.jzenith.core.page.PageRequest;
import org.jzenith.core.page.SortOrder;
import org.jzenith.sql.Sort;
import org.jzenith.sql.SqlQuery;
import org.jzenith.sql.error.SqlException;

/** Pages by key and by offset on both databases. */
@Tag("full")
final class BothPagesTest {

    private static final int ROWS = 24;

    /** The columns with their types, and the values of row n, which repeat themselves. */
    private enum SortColumn {
        NAME("varchar(20)", "varchar(20)", n -> "'name " + n % 4 + "'"),
        PRICE("numeric(38, 10)", "decimal(38, 10)", n -> "1234567890123456789012345678.000000000" + n % 3),
        RATIO("real", "float", n -> "0." + n % 5),
        EXACT("double precision", "double", n -> n % 4 + " / 3.0"),
        SMALL("smallint", "smallint", n -> String.valueOf(n % 3)),
        BIG("bigint", "bigint", n -> "922337203685477580" + n % 3),
        HUGE("numeric(20)", "bigint unsigned", n -> "1844674407370955160" + n % 3),
        FLAG("boolean", "boolean", n -> n % 2 == 0 ? "true" : "false"),
        ID_OF_OTHER("uuid", "uuid", n -> "'0000000" + n % 6 + "-0000-4000-8000-00000000000" + n % 2 + "'"),
        DAY("date", "date", n -> "'2024-01-0" + (1 + n % 3) + "'"),
        HOUR("time", "time(6)", n -> "'10:00:00.00000" + n % 3 + "'"),
        LOCAL("timestamp", "datetime(6)", n -> "'2024-03-31 02:30:00.00000" + n % 3 + "'"),
        CREATED("timestamptz", "timestamp(6)", n -> "'2024-03-31 01:30:00.00000" + n % 4 + "'");

        private final String ofPostgresql;
        private final String ofMariadb;
        private final IntFunction<String> value;

        SortColumn(final String ofPostgresql, final String ofMariadb, final IntFunction<String> value) {
            this.ofPostgresql = ofPostgresql;
            this.ofMariadb = ofMariadb;
            this.value = value;
        }

        private String column() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private static String columns(final Function<SortColumn, String> text) {
        return Arrays.stream(SortColumn.values()).map(text).collect(Collectors.joining(", "));
    }

    /** The names by which clients sort. */
    private enum ItemSort {
        created,
        name,
        idOfOther
    }

    private record ItemFilter(
            @Nullable String name, @Nullable Integer first) {}

    @AfterAll
    static void stop() {
        Product.stopAll();
    }

    private static SqlQuery<Integer> items(final Product product) {
        product.run(
                "DROP TABLE IF EXISTS item",
                "CREATE TABLE item (id int PRIMARY KEY, note varchar(9), "
                        + columns(each ->
                                each.column() + " " + product.either(each.ofPostgresql, each.ofMariadb) + " NOT NULL")
                        + ")",
                "INSERT INTO item VALUES "
                        + IntStream.rangeClosed(1, ROWS)
                                .mapToObj(n -> "(" + n + (n % 2 == 0 ? ", 'note', " : ", NULL, ")
                                        + columns(each -> each.value.apply(n)) + ")")
                                .collect(Collectors.joining(", ")));
        return product.query(product.database(), "SELECT * FROM item WHERE id <= $1 -- all but none", 100)
                .map(row -> row.getInteger("id"));
    }

    /** Follows the links from the first page to the last. */
    private static List<Integer> walk(final SqlQuery<Integer> query, final PageRequest first, final Sort... order) {
        final List<Integer> all = new ArrayList<>();
        PageRequest next = first;
        while (next != null && all.size() <= ROWS) {
            final Page<Integer> page = query.page(next, order).blockingGet();
            all.addAll(page);
            next = page.next().orElse(null);
        }
        return all;
    }

    private static List<Integer> ordered(final Product product, final Sort... order) {
        return product.database()
                .query("SELECT id FROM item ORDER BY "
                        + Arrays.stream(order).map(Sort::toString).collect(Collectors.joining(", ")))
                .as(Integer.class)
                .list()
                .blockingGet();
    }

    @ParameterizedTest
    @EnumSource
    void pagesByKeyHaveEachRowOnceInEveryOrder(final Product product) {
        final SqlQuery<Integer> items = items(product);
        for (final SortColumn column : SortColumn.values()) {
            final String name = column.column();
            for (final Sort[] order : List.of(
                    new Sort[] {Sort.asc(name), Sort.asc("id")},
                    new Sort[] {Sort.desc(name), Sort.asc("small"), Sort.desc("id")})) {
                assertThat(walk(items, PageRequest.after(null, 7), order))
                        .as(name)
                        .isEqualTo(ordered(product, order));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void pagesByOffsetHaveEachRowOnceAndATotal(final Product product) {
        final SqlQuery<Integer> items = items(product);
        final Sort[] order = {Sort.asc("name"), Sort.desc("id")};
        assertThat(walk(items, PageRequest.offset(0, 7), order)).isEqualTo(ordered(product, order));
        final Page<Integer> last =
                items.page(PageRequest.offset(ROWS - 2, 7).withTotal(), order).blockingGet();
        assertThat(last).hasSize(2);
        assertThat(last.total()).hasValue(ROWS);
        assertThat(last.next()).isEmpty();
        assertThat(product.database()
                        .withTransaction(tx -> tx.with(items).page(PageRequest.offset(0, 3), Sort.asc("id")))
                        .blockingGet())
                .containsExactly(1, 2, 3);
    }

    @ParameterizedTest
    @EnumSource
    void aCursorIsCheckedAndNullsAreRefused(final Product product) {
        final SqlQuery<Integer> items = items(product);
        final String cursor = items.page(PageRequest.after(null, 1), Sort.asc("small"), Sort.asc("id"))
                .blockingGet()
                .next()
                .flatMap(PageRequest::cursor)
                .orElseThrow();
        for (final String forged : List.of(cursor.substring(1), "no base64!", "W10")) {
            assertThatThrownBy(() -> items.page(PageRequest.after(forged, 7), Sort.asc("small"), Sort.asc("id"))
                            .blockingGet())
                    .isInstanceOf(InvalidPageException.class);
        }
        assertThatThrownBy(() -> items.page(PageRequest.after(cursor, 7), Sort.asc("small"), Sort.desc("id"))
                        .blockingGet())
                .isInstanceOf(InvalidPageException.class);
        for (final Sort note : List.of(Sort.asc("note"), Sort.desc("note"))) {
            assertThatThrownBy(() -> walk(items, PageRequest.after(null, 7), note, Sort.asc("id")))
                    .isInstanceOf(SqlException.class)
                    .hasMessageContaining("the sort column note is null in a row");
        }
    }

    private static Sort[] by(final String sent, final Sort... then) {
        return Sort.by(SortOrder.parse(ItemSort.class, sent, "sort"), then);
    }

    @ParameterizedTest
    @EnumSource
    void theOrderOfAClientHasTheColumnsOfItsNames(final Product product) {
        final SqlQuery<Integer> items = items(product);
        for (final String sent : List.of("-created,name", "idOfOther", "name,-idOfOther")) {
            final Sort[] order = by(sent, Sort.asc("id"));
            assertThat(walk(items, PageRequest.after(null, 7), order)).isEqualTo(ordered(product, order));
            assertThat(walk(items, PageRequest.offset(0, 7), order)).isEqualTo(ordered(product, order));
        }
        assertThat(by("-name,idOfOther", Sort.asc("id"), Sort.asc("name")))
                .containsExactly(Sort.desc("name"), Sort.asc("id_of_other"), Sort.asc("id"));
    }

    @ParameterizedTest
    @EnumSource
    void aMissingFilterIsNoCondition(final Product product) {
        items(product);
        final SqlQuery<Integer> query = product.database()
                .query("SELECT id FROM item WHERE (name = :name OR :name IS NULL) AND (id >= :first OR :first IS NULL)")
                .as(Integer.class);
        final PageRequest request = PageRequest.after(null, ROWS);
        assertThat(query.bind(new ItemFilter(null, null))
                        .page(request, Sort.asc("id"))
                        .blockingGet())
                .hasSize(ROWS);
        assertThat(query.bind(new ItemFilter("name 1", null))
                        .page(request, Sort.asc("id"))
                        .blockingGet())
                .containsExactly(1, 5, 9, 13, 17, 21);
        assertThat(query.bind(new ItemFilter("name 1", 10))
                        .page(request.withTotal(), Sort.asc("id"))
                        .blockingGet())
                .containsExactly(13, 17, 21);
    }
}
