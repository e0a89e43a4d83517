package org.jzenith.docs.cookbook.transactions;

import io.reactivex.Completable;
import io.reactivex.Single;
import jakarta.inject.Inject;
import java.util.UUID;
import org.jzenith.sql.Queries;
import org.jzenith.sql.SqlClient;

/** Knows what belongs together. */
final class Orders {

    private final SqlClient database;
    private final Articles articles;

    @Inject
    Orders(final SqlClient database, final Articles articles) {
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

    private static Completable insert(final Queries queries, final UUID id, final String article, final int pieces) {
        return queries.query("INSERT INTO shop_order (id, article, pieces) VALUES ($1, $2, $3)", id, article, pieces)
                .execute();
    }
    // endregion
}
