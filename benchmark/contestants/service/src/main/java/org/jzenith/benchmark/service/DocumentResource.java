package org.jzenith.benchmark.service;

import com.fasterxml.jackson.databind.JsonNode;
import io.reactivex.Single;
import jakarta.inject.Singleton;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/** Takes documents as values, and keeps them for as long as a database would take to store them. */
@Singleton
@Path("/documents")
@Produces("application/json")
public final class DocumentResource {

    private static final int STORE_MILLIS = 100;
    private static final int HELD_MILLIS = 1000;

    /**
     * One line of a document.
     *
     * @param a a column that a line may have
     * @param b another one
     * @param c another one
     */
    public record Row(
            @Nullable String a,
            @Nullable String b,
            @Nullable String c) {}

    /**
     * Takes a small document, and answers at once.
     *
     * @param document an array
     * @return how many values it has
     */
    @POST
    @Path("small")
    public Message small(final JsonNode document) {
        return new Message(String.valueOf(document.size()));
    }

    /**
     * Takes any JSON.
     *
     * @param document an array
     * @return how many values it has
     */
    @POST
    @Path("tree")
    public Single<Message> tree(final JsonNode document) {
        return stored(STORE_MILLIS, document::size);
    }

    /**
     * Takes any JSON, and keeps it for a second.
     *
     * @param document an array
     * @return how many values it has
     */
    @POST
    @Path("held")
    public Single<Message> held(final JsonNode document) {
        return stored(HELD_MILLIS, document::size);
    }

    /**
     * Takes an array of objects as maps.
     *
     * @param document the objects
     * @return how many there are
     */
    @POST
    @Path("maps")
    public Single<Message> maps(final List<Map<String, Object>> document) {
        return stored(STORE_MILLIS, document::size);
    }

    /**
     * Takes an array of objects, or CSV, as rows.
     *
     * @param document the rows
     * @return how many there are
     */
    @POST
    @Path("rows")
    @Consumes({"application/json", "text/csv"})
    public Single<Message> rows(final List<Row> document) {
        return stored(STORE_MILLIS, document::size);
    }

    private static Single<Message> stored(final int millis, final IntSupplier size) {
        return Single.timer(millis, TimeUnit.MILLISECONDS).map(later -> new Message(String.valueOf(size.getAsInt())));
    }
}
