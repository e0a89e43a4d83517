package org.jzenith.benchmark.service;

import io.reactivex.Flowable;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import org.jzenith.sql.Database;
import org.jzenith.sql.SqlQuery;

/** The rows of a table as a stream. */
@Singleton
@Path("/rows")
@Produces(MediaType.APPLICATION_JSON)
public final class RowResource {

    private final SqlQuery<Item> all;
    private final SqlQuery<Item> few;

    @Inject
    RowResource(final Database database) {
        all = items(database, "SELECT id, name FROM item ORDER BY id");
        few = items(database, "SELECT id, name FROM item ORDER BY id LIMIT 20");
    }

    private static SqlQuery<Item> items(final Database database, final String select) {
        return database.query(select).map(row -> new Item(row.getInteger(0), row.getString(1)));
    }

    @GET
    public Flowable<Item> rows() {
        return all.stream();
    }

    @GET
    @Path("20")
    public Flowable<Item> fewRows() {
        return few.stream();
    }
}
