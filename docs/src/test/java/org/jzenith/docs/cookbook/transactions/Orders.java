package org.jzenith.docs.cookbook.transactions;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import jakarta.inject.Inject;
import java.util.List;
import java.util.UUID;
import org.jzenith.sql.Database;
import org.jzenith.sql.Isolation;
import org.jzenith.sql.Queries;
import org.jzenith.sql.SqlTransaction;

/** Knows what belongs together. */
final class Orders {

    private final Database database;
    private final Articles articles;

    @Inject
    Orders(final Database database, final Articles articles) {
        this.database = database;
        this.articles = articles;
    }

    // region order
    Single<UUID> order(final String article, final int pieces) {
        final UUID id = UUID.randomUUID();
        return database.withTransaction(tx -> insert(tx, id, article, pieces)
                .andThen(articles.take(tx, article, pieces))
                .toSingleDefault(id));
    }

    private static Completable insert(
            final Queries queries,
            final UUID id,
            final String article,
            final int pieces) {
        return queries.query("""
                        INSERT INTO shop_order (id, article, pieces)
                        VALUES ($1, $2, $3)""", id, article, pieces).execute();
    }
    // endregion

    // region nested
    Single<List<String>> orderAvailable(
            final List<String> wanted, final int pieces) {
        return database.transactions()
                .isolation(Isolation.SERIALIZABLE)
                .retry(10)
                .withTransaction(tx -> Flowable.fromIterable(wanted)
                        .concatMapMaybe(article -> orderOrName(tx, article, pieces))
                        .toList());
    }

    private Maybe<String> orderOrName(
            final SqlTransaction tx, final String article, final int pieces) {
        return tx.nestedCompletable(
                        inner -> insert(inner, UUID.randomUUID(), article, pieces)
                                .andThen(articles.take(inner, article, pieces)))
                .<String>toMaybe()
                .onErrorResumeNext(
                        (Throwable error) -> error instanceof SoldOutException
                                ? Maybe.just(article)
                                : Maybe.error(error));
    }
    // endregion
}
