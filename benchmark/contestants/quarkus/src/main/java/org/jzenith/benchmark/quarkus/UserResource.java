package org.jzenith.benchmark.quarkus;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowIterator;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.UUID;

/** The users of the example. */
@Singleton
@Path("/users/{id}")
@Produces(MediaType.APPLICATION_JSON)
public class UserResource {

    private static final String SELECT = "SELECT id, name, email FROM users WHERE id = $1";

    private final Pool client;

    @Inject
    UserResource(final Pool client) {
        this.client = client;
    }

    @GET
    public Uni<User> user(@PathParam("id") final UUID id) {
        return client.preparedQuery(SELECT).execute(Tuple.of(id)).map(rows -> {
            final RowIterator<Row> row = rows.iterator();
            if (!row.hasNext()) {
                throw new NotFoundException();
            }
            return user(row.next());
        });
    }

    private static User user(final Row row) {
        return new User(row.getUUID(0), row.getString(1), row.getString(2));
    }
}
