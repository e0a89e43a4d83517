package org.jzenith.benchmark.service;

import io.reactivex.Flowable;
import io.reactivex.Single;
import io.vertx.core.buffer.Buffer;
import jakarta.inject.Singleton;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.EntityPart;
import java.io.IOException;
import java.io.OutputStream;

/** Takes long bodies in pieces, elements and parts, and sends long responses. */
@Singleton
@Path("/streams")
@Produces("application/json")
public final class StreamResource {

    private static final int NUMBERS = 20_000_000;

    /**
     * Counts elements while they arrive.
     *
     * @param rows the elements
     * @return their number
     */
    @POST
    @Path("elements")
    @Consumes({"application/json", "application/x-ndjson", "text/csv"})
    public Single<Message> elements(final Flowable<DocumentResource.Row> rows) {
        return rows.count().map(count -> new Message(String.valueOf(count)));
    }

    /**
     * Counts bytes while they arrive.
     *
     * @param pieces the pieces of the body
     * @return the length of the body
     */
    @POST
    @Path("bytes")
    public Single<Message> bytes(final Flowable<Buffer> pieces) {
        return pieces.map(piece -> (long) piece.length())
                .reduce(0L, Long::sum)
                .map(length -> new Message(String.valueOf(length)));
    }

    /**
     * Reads a file of a form.
     *
     * @param file the part
     * @return its length
     * @throws IOException if it cannot be read
     */
    @POST
    @Path("file")
    @Consumes("multipart/form-data")
    public Message file(@FormParam("file") final EntityPart file) throws IOException {
        return new Message(String.valueOf(file.getContent().transferTo(OutputStream.nullOutputStream())));
    }

    /**
     * Sends numbers as fast as the client reads them.
     *
     * @return many lines
     */
    @GET
    @Path("numbers")
    @Produces("application/x-ndjson")
    public Flowable<Integer> numbers() {
        return Flowable.range(0, NUMBERS);
    }
}
