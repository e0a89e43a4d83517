package org.jzenith.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Single;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.jzenith.core.RunningApplication;
import org.jzenith.sql.Database;
import org.jzenith.sql.Row;
import org.jzenith.sql.SqlQuery;
import org.jzenith.sql.error.RowTooLargeException;

/** Rows beyond the setting {@code max-row-size} of each database. */
@Tag("full")
final class BothLargeRowsTest {

    private static final int LIMIT = 100_000;

    private static final Map<Product, RunningApplication> APPLICATIONS = new EnumMap<>(Product.class);

    @AfterAll
    static void stop() {
        APPLICATIONS.values().forEach(RunningApplication::stop);
    }

    private static Database database(final Product product) {
        return APPLICATIONS
                .computeIfAbsent(
                        product,
                        any -> product.create()
                                .withConfiguration("jzenith.event-loops", 1)
                                .withConfiguration(product.key("max-row-size"), LIMIT)
                                .run())
                .get(Database.class);
    }

    private static Single<Integer> length(final Product product, final int length) {
        return product.query(database(product), "SELECT repeat('x', $1) AS text", length)
                .map(row -> row.getString(0).length())
                .single();
    }

    /** Twenty rows, of which each fifth is too large. */
    private static SqlQuery<Row> rows(final Product product) {
        return product.query(
                database(product),
                "SELECT repeat('x', CASE WHEN n % 5 = 4 THEN $1 ELSE 10 END) FROM "
                        + product.either("generate_series(1, 20) n", "(SELECT seq AS n FROM seq_1_to_20) s")
                        + " ORDER BY n",
                3 * LIMIT);
    }

    private static Throwable failure(final Single<?> single) {
        return Completable.fromSingle(single).blockingGet();
    }

    @ParameterizedTest
    @EnumSource
    void aLargeRowIsAnErrorOfItsStatementAlone(final Product product) {
        final List<String> results = Flowable.range(0, 60)
                .concatMapEager(number -> length(product, number % 3 == 1 ? LIMIT + number : LIMIT - 100 - number)
                        .map(length -> "length " + length)
                        .onErrorReturn(error -> error.getClass().getSimpleName())
                        .toFlowable())
                .toList()
                .blockingGet();
        assertThat(results)
                .isEqualTo(IntStream.range(0, 60)
                        .mapToObj(
                                number -> number % 3 == 1 ? "RowTooLargeException" : "length " + (LIMIT - 100 - number))
                        .toList());
    }

    @ParameterizedTest
    @EnumSource
    void theErrorNamesTheSettingAndTheStatement(final Product product) {
        assertThat(failure(length(product, 50 * LIMIT)))
                .isExactlyInstanceOf(RowTooLargeException.class)
                .hasMessage("a row of the result is larger than 100000 (" + product.key("max-row-size")
                        + ") (SQLSTATE 54000) in: " + product.sql("SELECT repeat(****, $1) AS text"));
    }

    @ParameterizedTest
    @EnumSource
    void theRowsAroundItAreDiscarded(final Product product) {
        assertThat(failure(rows(product).list())).isExactlyInstanceOf(RowTooLargeException.class);
        assertThat(failure(rows(product).stream(2).toList())).isExactlyInstanceOf(RowTooLargeException.class);
        assertThat(rows(product).stream(2).take(2).toList().blockingGet()).hasSize(2);
        assertThat(length(product, 5).blockingGet()).isEqualTo(5);
    }

    @ParameterizedTest
    @EnumSource
    void itsTransactionIsRolledBack(final Product product) {
        final Database database = database(product);
        database.query("DROP TABLE IF EXISTS large").execute().blockingAwait();
        database.query("CREATE TABLE large (name " + product.either("text", "longtext") + ")")
                .execute()
                .blockingAwait();
        assertThat(failure(database.withTransaction(
                        tx -> product.query(tx, "INSERT INTO large SELECT repeat('x', $1)", 3 * LIMIT)
                                .execute()
                                .andThen(tx.query("SELECT name FROM large").single()))))
                .isExactlyInstanceOf(RowTooLargeException.class);
        assertThat(database.query("SELECT count(*) FROM large")
                        .as(Long.class)
                        .single()
                        .blockingGet())
                .isZero();
    }
}
