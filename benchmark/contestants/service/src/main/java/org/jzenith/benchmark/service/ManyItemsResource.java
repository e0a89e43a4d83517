package org.jzenith.benchmark.service;

import io.reactivex.Flowable;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import java.util.stream.IntStream;
import org.jzenith.sql.Database;
import org.jzenith.sql.SqlQuery;

/** A hundred thousand elements as a stream, of the media type that the client accepts. */
@Singleton
@Path("/many")
@Produces({MediaType.APPLICATION_JSON, "application/x-ndjson"})
public final class ManyItemsResource {

    private static final int COUNT = 100_000;

    private final List<Item> items = IntStream.rangeClosed(1, COUNT)
            .mapToObj(id -> new Item(id, "item " + id))
            .toList();
    private final SqlQuery<Item> select;

    @Inject
    ManyItemsResource(final Database database) {
        select = database.query("SELECT id, 'item ' || id FROM generate_series(1, " + COUNT + ") AS id")
                .map(row -> new Item(row.getInteger(0), row.getString(1)));
    }

    @GET
    @Path("memory")
    public Flowable<Item> memory() {
        return Flowable.fromIterable(items);
    }

    @GET
    @Path("cursor")
    public Flowable<Item> cursor() {
        return select.stream();
    }
}
