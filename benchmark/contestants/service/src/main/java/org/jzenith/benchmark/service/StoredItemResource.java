package org.jzenith.benchmark.service;

import io.reactivex.Maybe;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import org.jzenith.sql.Database;
import org.jzenith.sql.SqlQuery;

/** One row of a table, by its key. */
@Singleton
@Path("/stored-items")
@Produces(MediaType.APPLICATION_JSON)
public final class StoredItemResource {

    private final SqlQuery<Item> select;

    @Inject
    StoredItemResource(final Database database) {
        select = database.query("SELECT id, name FROM item WHERE id = $1", 1)
                .map(row -> new Item(row.getInteger(0), row.getString(1)));
    }

    @GET
    @Path("{id}")
    public Maybe<Item> find(@PathParam("id") final int id) {
        return select.bind(id).maybe();
    }
}
