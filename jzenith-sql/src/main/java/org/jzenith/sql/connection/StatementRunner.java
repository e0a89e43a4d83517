package org.jzenith.sql.connection;

import io.reactivex.Flowable;
import io.reactivex.Single;
import io.reactivex.functions.Function;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import org.jzenith.sql.driver.TransactionSettings;
import org.reactivestreams.Publisher;

/** Runs statements: each on a connection that fits, or all on the connection of a transaction. */
interface StatementRunner {

    /** Runs a call on a connection that fits; throws if there cannot be one. */
    void run(Call call);

    Single<RowSet<Row>> batch(String sql, List<Tuple> parameters);

    Flowable<RowSet<Row>> pages(String sql, Tuple parameters, int fetchSize);

    /** The same rows, with an error when the subscriber requests none for {@code stream-timeout}. */
    <T> Flowable<T> withDemandTimeout(Flowable<T> rows);

    <T> Flowable<T> transaction(TransactionSettings settings, Function<DatabaseConnections, Publisher<T>> work);

    /** A transaction that delivers its results while it is open, so that its subscriber holds its connection. */
    <T> Flowable<T> streamingTransaction(
            TransactionSettings settings, Function<DatabaseConnections, Publisher<T>> work);
}
