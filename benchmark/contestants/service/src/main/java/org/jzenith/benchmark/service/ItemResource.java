package org.jzenith.benchmark.service;

import io.reactivex.Flowable;
import io.reactivex.Single;
import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import java.util.stream.IntStream;

/** Elements as a list and as a stream. */
@Singleton
@Path("/items")
@Produces(MediaType.APPLICATION_JSON)
public final class ItemResource {

    private static final int MOST = 1000;

    private final List<Item> items = IntStream.rangeClosed(1, MOST)
            .mapToObj(id -> new Item(id, "item " + id))
            .toList();

    ItemResource() {}

    @GET
    @Path("list/{count}")
    public Single<List<Item>> list(@PathParam("count") final int count) {
        return Single.just(items.subList(0, count));
    }

    @GET
    @Path("flowable/{count}")
    public Flowable<Item> flowable(@PathParam("count") final int count) {
        return Flowable.fromIterable(items.subList(0, count));
    }
}
