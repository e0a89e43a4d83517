package org.jzenith.postgresql.connection;

import io.reactivex.Flowable;
import io.reactivex.Single;
import io.reactivex.functions.Function;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;

/** Where statements go: to whatever connection is right for them, or to the one connection of a transaction. */
interface StatementRunner {

    /** Runs a call on the connection that is right for it; throws if there cannot be one. */
    void run(Call call);

    Single<RowSet<Row>> batch(String sql, List<Tuple> parameters);

    Flowable<RowSet<Row>> pages(String sql, Tuple parameters, int fetchSize);

    /** The same rows, which fail when their reader asks for none for too long. */
    <T> Flowable<T> withDemandTimeout(Flowable<T> rows);

    <T> Flowable<T> transaction(
            String settings, @Nullable Duration limit, Function<DatabaseConnections, Publisher<T>> work);

    /** A transaction whose results pass through while it is open, so that their reader holds its connection. */
    <T> Flowable<T> streamingTransaction(
            String settings, @Nullable Duration limit, Function<DatabaseConnections, Publisher<T>> work);
}
