package org.jzenith.sql;

import io.reactivex.Flowable;
import io.reactivex.Single;
import io.reactivex.schedulers.Schedulers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.vertx.EventLoopContext;
import org.jzenith.sql.driver.ArrayInsert;
import org.jzenith.sql.internal.record.RecordValues;
import org.jzenith.sql.internal.statement.StatementRunner;

/** Inserts the records of a stream, {@link #ROWS} with each statement. */
final class BulkInsert {

    private static final int ROWS = 10_000;

    /** The most parameters of a statement with a list of {@code VALUES}. More would keep the event loop busy for too long. */
    private static final int MOST_PARAMETERS = 8_192;

    private final StatementRunner statements;
    private final String table;
    private final @Nullable ArrayInsert arrays;

    /** The class of the first record, which all others must have. */
    private @Nullable Class<? extends Record> type;

    private @Nullable Single<String> statement;

    /** The statements with a list of {@code VALUES}, by their number of rows. */
    private final Map<Integer, String> texts = new HashMap<>();

    private BulkInsert(final StatementRunner statements, final String table) {
        this.statements = statements;
        this.table = table;
        this.arrays = statements.driver().arrayInsert();
    }

    static Single<Long> of(
            final StatementRunner statements, final String table, final Flowable<? extends Record> rows) {
        return Single.defer(() -> {
            final BulkInsert insert = new BulkInsert(statements, table);
            // An error of the source waits for the statement in flight. The next rows are prepared while the database
            // inserts.
            return rows.buffer(ROWS)
                    .map(insert::prepare)
                    .observeOn(Schedulers.from(EventLoopContext.caller()), true, 1)
                    .concatMapDelayError(insert::send, 1, false)
                    .reduce(0L, Long::sum);
        });
    }

    /**
     * Rows for one statement.
     *
     * @param values their columns
     * @param size the number of rows
     * @param parameters the parameters of the statement
     */
    private record Part(RecordValues values, int size, List<@Nullable Object> parameters) {}

    private List<Part> prepare(final List<? extends Record> rows) {
        final Class<? extends Record> ofAll = type == null ? rows.get(0).getClass() : type;
        type = ofAll;
        rows.forEach(row -> requireClass(ofAll, row));
        final RecordValues values = RecordValues.of(ofAll);
        final List<Part> parts = new ArrayList<>();
        if (arrays == null) {
            parts(rows, MOST_PARAMETERS / values.columns().size()).forEach(some -> prepare(values, some, parts));
        } else {
            prepare(values, rows, parts);
        }
        return parts;
    }

    /** Prepares rows. If their values are too large for one statement, it prepares two halves. */
    private void prepare(final RecordValues values, final List<? extends Record> rows, final List<Part> parts) {
        final @Nullable Object[] parameters = arrays == null ? flat(values, rows) : columns(values, rows);
        if (rows.size() > 1 && !statements.fit(parameters)) {
            final int half = Integer.highestOneBit(rows.size() - 1);
            prepare(values, rows.subList(0, half), parts);
            prepare(values, rows.subList(half, rows.size()), parts);
        } else {
            parts.add(new Part(values, rows.size(), Arrays.asList(parameters)));
        }
    }

    private Flowable<Integer> send(final List<Part> parts) {
        return Flowable.fromIterable(parts)
                .concatMap(
                        part -> text(part.values(), part.size())
                                .flatMap(sql -> SqlQuery.of(
                                                statements,
                                                sql,
                                                part.parameters().toArray())
                                        .rowCount())
                                .toFlowable(),
                        1);
    }

    private Single<String> text(final RecordValues values, final int rows) {
        if (arrays == null) {
            return Single.just(texts.computeIfAbsent(rows, size -> byRow(values, size)));
        }
        if (statement == null) {
            statement = byArray(values, arrays).cache();
        }
        return statement;
    }

    private void requireClass(final Class<?> ofAll, final Record row) {
        if (row.getClass() != ofAll) {
            throw statements
                    .errors()
                    .notInserted(
                            "a record has the class " + row.getClass().getName()
                                    + ", but the records before it have the class " + ofAll.getName()
                                    + "; insert the records of each class separately",
                            table);
        }
    }

    /** Splits rows into parts whose sizes are powers of two, so that only a few statement texts are prepared. */
    private static <R> List<List<R>> parts(final List<R> rows, final int most) {
        final List<List<R>> parts = new ArrayList<>();
        for (int from = 0;
                from < rows.size();
                from += parts.get(parts.size() - 1).size()) {
            parts.add(rows.subList(from, from + Integer.highestOneBit(Math.min(most, rows.size() - from))));
        }
        return parts;
    }

    private Single<String> byArray(final RecordValues values, final ArrayInsert by) {
        final SqlQuery<Row> query = SqlQuery.of(statements, by.columns(), new Object[] {table});
        return query.list().map(found -> {
            final Map<String, String> types =
                    found.stream().collect(Collectors.toMap(row -> row.getString(0), row -> row.getString(1)));
            return by.insert(
                    table,
                    values.columns(),
                    values.columns().stream().map(each -> type(each, types)).toList());
        });
    }

    private String type(final String column, final Map<String, String> types) {
        final String type = types.get(column);
        if (type == null) {
            throw statements
                    .errors()
                    .notInserted(
                            "the table has no column " + column + "; give the record's components the names of columns",
                            table);
        }
        if (type.endsWith("]")) {
            throw statements
                    .errors()
                    .notInserted(
                            "the column " + column + " is an array, and insertAll(..) cannot send arrays of arrays; "
                                    + "use batch(..)",
                            table);
        }
        return type;
    }

    private String byRow(final RecordValues values, final int rows) {
        final int columns = values.columns().size();
        final String prefix = statements.driver().parameterPrefix();
        final StringBuilder text = new StringBuilder("INSERT INTO ")
                .append(table)
                .append(" (")
                .append(values.columns().stream()
                        .map(statements.driver().lexis()::quoted)
                        .collect(Collectors.joining(", ")))
                .append(") VALUES ");
        for (int i = 0; i < rows * columns; i++) {
            text.append(i % columns > 0 ? ", " : i == 0 ? "(" : "), (");
            if (prefix == null) {
                text.append('?');
            } else {
                text.append(prefix).append(i + 1);
            }
        }
        return text.append(')').toString();
    }

    private static @Nullable Object[] flat(final RecordValues values, final List<? extends Record> rows) {
        final int columns = values.columns().size();
        final @Nullable Object[] all = new Object[rows.size() * columns];
        for (int i = 0; i < all.length; i++) {
            all[i] = values.get(rows.get(i / columns), i % columns);
        }
        return all;
    }

    private static @Nullable Object[] columns(final RecordValues values, final List<? extends Record> rows) {
        return IntStream.range(0, values.columns().size())
                .mapToObj(column -> values.column(rows, column))
                .toArray();
    }
}
