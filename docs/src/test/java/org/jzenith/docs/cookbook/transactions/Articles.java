package org.jzenith.docs.cookbook.transactions;

import io.reactivex.Completable;
import io.reactivex.Single;
import jakarta.inject.Inject;
import org.jzenith.sql.Database;
import org.jzenith.sql.Queries;

/** Its methods run in the transaction that they are given, or without one. */
final class Articles {

    private final Database database;

    @Inject
    Articles(final Database database) {
        this.database = database;
    }

    // region take
    Completable take(
            final Queries queries, final String article, final int pieces) {
        return queries.query("""
                        UPDATE article SET pieces = pieces - $2
                        WHERE id = $1 AND pieces >= $2""", article, pieces)
                .rowCount()
                .flatMapCompletable(count -> count == 1
                        ? Completable.complete()
                        : Completable.error(new SoldOutException(article)));
    }
    // endregion

    Single<Integer> pieces(final String article) {
        return database.query("SELECT pieces FROM article WHERE id = $1", article)
                .map(row -> row.getInteger(0))
                .single();
    }
}
