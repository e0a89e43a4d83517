package org.jzenith.benchmark.vertxweb;

import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowIterator;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.UUID;

/** The users of the example. */
final class Users {

    private static final String SELECT = "SELECT id, name, email FROM users WHERE id = $1";

    private final SqlClient client;

    Users(final SqlClient client) {
        this.client = client;
    }

    void add(final Router router) {
        router.get("/users/:id").handler(this::user);
    }

    private void user(final RoutingContext context) {
        final UUID id;
        try {
            id = UUID.fromString(context.pathParam("id"));
        } catch (final IllegalArgumentException e) {
            context.fail(404, e);
            return;
        }
        client.preparedQuery(SELECT)
                .execute(Tuple.of(id))
                .onSuccess(rows -> {
                    final RowIterator<Row> row = rows.iterator();
                    if (row.hasNext()) {
                        context.json(user(row.next()));
                    } else {
                        context.fail(404);
                    }
                })
                .onFailure(context::fail);
    }

    private static User user(final Row row) {
        return new User(row.getUUID(0), row.getString(1), row.getString(2));
    }
}
