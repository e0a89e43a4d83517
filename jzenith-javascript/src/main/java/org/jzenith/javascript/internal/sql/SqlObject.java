package org.jzenith.javascript.internal.sql;

import io.reactivex.Flowable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.graalvm.polyglot.Value;
import org.jspecify.annotations.Nullable;
import org.jzenith.javascript.script.ScriptCall;
import org.jzenith.javascript.script.ScriptErrorException;
import org.jzenith.javascript.script.ScriptFunction;
import org.jzenith.javascript.script.ScriptRequest;
import org.jzenith.sql.Database;
import org.jzenith.sql.Queries;
import org.jzenith.sql.QueryResult;
import org.jzenith.sql.Row;
import org.jzenith.sql.SqlQuery;
import org.jzenith.sql.SqlTransaction;
import org.jzenith.sql.error.SqlException;

/** Creates the objects that run statements for one request: a database, and its transactions. On the event loop of the request. */
final class SqlObject {

    /** Creates the result of a query. The values of a single row come with it; the Java side has those of several until they are read. */
    private static final String RESULT = """
            result => {
              const [rowCount, size, create, read] = result
              const first = kind => size === 1 ? create(result, 4) : create(read(kind), 0)
              return {
                rowCount,
                one: () => first('one'),
                first: () => size === 0 ? undefined : first('first'),
                list: () => {
                  if (size === 1) return [first()]
                  const all = read('list')
                  return Array.from({ length: size }, (_, i) => create(all, i * all.length / size))
                }
              }
            }
            """;

    /** Creates a database or a transaction. The Java side creates {@code stream}, {@code transaction} and {@code named} when a handler reads them. */
    private static final String QUERIES = """
            (query, other) => ({
              query,
              get stream () { return other('stream') },
              get transaction () { return other('transaction') },
              get named () { return other('named') }
            })
            """;

    /** The stage of the request, as the Java side names it. */
    private static final String STATEMENT = "statement";

    private final ScriptRequest request;
    private final SqlParameters parameters;
    private final RowObjects rows;

    SqlObject(final ScriptRequest request) {
        this.request = request;
        this.parameters = new SqlParameters(request);
        this.rows = new RowObjects(request);
    }

    /**
     * Returns the object of a database.
     *
     * @param named finds another database of the application by its qualifier
     */
    Value database(final Database database, final Function<String, Database> named) {
        return queries(
                database,
                work -> database.withTransaction(open -> work.apply(transaction(open))),
                () -> request.function(arguments -> database(named.apply(text(arguments, "sql.named")), named)));
    }

    private Value transaction(final SqlTransaction open) {
        return queries(open, work -> open.nested(inner -> work.apply(transaction(inner))), request::undefined);
    }

    /**
     * Creates the object of what runs statements.
     *
     * @param transactions runs work, which gets the object of the transaction, in a transaction
     * @param named returns a function that returns another database, or undefined
     */
    private Value queries(
            final Queries queries,
            final Function<Function<Value, Single<Value>>, Single<Value>> transactions,
            final Supplier<Value> named) {
        final Value query = request.asyncFunction(
                STATEMENT,
                arguments -> {
                    final String sql = text(arguments, "sql.query");
                    return failing(
                            Single.defer(() -> query(queries, sql, arguments).result()));
                },
                this::result);
        return request.expression(QUERIES).execute(query, request.function(name -> switch (name[0].asString()) {
            case "stream" -> stream(queries);
            case "transaction" -> transaction(transactions);
            default -> named.get();
        }));
    }

    private Value stream(final Queries queries) {
        return request.function(arguments -> {
            final String sql = text(arguments, "sql.stream");
            return request.iterable(
                    STATEMENT,
                    Flowable.defer(() -> query(queries, sql, arguments).stream())
                            .onErrorResumeNext((Throwable error) -> Flowable.error(scriptError(error))),
                    rows::object);
        });
    }

    private Value transaction(final Function<Function<Value, Single<Value>>, Single<Value>> transactions) {
        return request.asyncFunction(
                "transaction",
                arguments -> {
                    if (arguments.length == 0 || !arguments[0].canExecute()) {
                        throw new IllegalArgumentException(
                                "Pass sql.transaction(..) a function that takes the transaction.");
                    }
                    return failing(transactions.apply(
                            open -> request.call(arguments[0], open).flatMap(request::await)));
                },
                value -> value);
    }

    private static <T> Maybe<T> failing(final Single<T> result) {
        return result.toMaybe().onErrorResumeNext((Throwable error) -> Maybe.error(scriptError(error)));
    }

    private SqlQuery<Row> query(final Queries queries, final String sql, final Value[] arguments) {
        return queries.query(sql, parameters.values(arguments));
    }

    private static String text(final Value[] arguments, final String function) {
        if (arguments.length == 0 || !arguments[0].isString()) {
            throw new IllegalArgumentException("The first argument of " + function + "(..) must be a string.");
        }
        return arguments[0].asString();
    }

    private ScriptCall result(final QueryResult<Row> result) {
        final List<Row> all = result.rows();
        if (all.size() == 1) {
            return rows.call(RESULT, all.get(0), result.rowCount(), 1, rows.factory(all.get(0)), null);
        }
        final ScriptFunction read = arguments -> switch (arguments[0].asString()) {
            case "one" -> throw notOne(all.size());
            case "first" -> rows.values(all.subList(0, 1));
            default -> rows.values(all);
        };
        return ScriptCall.of(
                request.expression(RESULT),
                result.rowCount(),
                all.size(),
                all.isEmpty() ? null : rows.factory(all.get(0)),
                request.function(read));
    }

    private static ScriptErrorException notOne(final int size) {
        return new ScriptErrorException(
                size == 0 ? "NoRow" : "SeveralRows",
                "one() expects exactly one row, but the result has " + size + ". Use first() or list().",
                Map.of("code", size == 0 ? "02000" : "21000"));
    }

    /** Names an error of the database as its class, and gives it the SQLSTATE as {@code code}. */
    private static RuntimeException scriptError(final SqlException error) {
        final Map<String, @Nullable Object> members = new LinkedHashMap<>();
        members.put("code", error.sqlState());
        members.put("constraint", error.constraint());
        return new ScriptErrorException(error.getClass().getSimpleName().replace("Exception", ""), members, error);
    }

    private static Throwable scriptError(final Throwable error) {
        return error instanceof final SqlException known ? scriptError(known) : error;
    }
}
