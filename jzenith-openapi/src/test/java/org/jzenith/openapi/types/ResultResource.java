package org.jzenith.openapi.types;

import com.fasterxml.jackson.annotation.JsonView;
import io.reactivex.Completable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import io.swagger.v3.oas.annotations.headers.Header;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.EntityPart;
import jakarta.ws.rs.core.GenericEntity;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.StreamingOutput;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Each type of a result with one value or none. */
@Path("/results")
@Produces(MediaType.APPLICATION_JSON)
public final class ResultResource {

    /** The view of everyone. */
    public interface Short {}

    /** The view of some. */
    public interface Long extends Short {}

    /** A type with views. */
    public record Seen(
            @JsonView(Short.class) String title,
            @JsonView(Long.class) String text,
            int always) {}

    @GET
    @Path("plain")
    public Thing plain() {
        return Thing.first();
    }

    @GET
    @Path("by/{id: [0-9]+}")
    public Thing byNumber(@PathParam("id") final int id) {
        return Thing.first();
    }

    @GET
    @Path("by/{name: [a-z]+}")
    public List<Thing> byName(@PathParam("name") final String name) {
        return Thing.ALL;
    }

    /** Has its resource methods at its own path and below. */
    @Path("below")
    public Below below() {
        return new Below();
    }

    /** The server creates the sub-resource. */
    @Path("created")
    public Class<Below> created() {
        return Below.class;
    }

    /** A sub-resource. */
    @Produces(MediaType.APPLICATION_JSON)
    public static final class Below {

        @GET
        public Thing first() {
            return Thing.first();
        }

        @GET
        @Path("all")
        public List<Thing> all() {
            return Thing.ALL;
        }
    }

    @GET
    @Path("null")
    public @Nullable Thing nullOr(@QueryParam("empty") final boolean isEmpty) {
        return isEmpty ? null : Thing.first();
    }

    @GET
    @Path("list")
    public List<Thing> list() {
        return Thing.ALL;
    }

    @GET
    @Path("array")
    public Thing[] array() {
        return Thing.ALL.toArray(Thing[]::new);
    }

    @GET
    @Path("map")
    public Map<String, Thing> map() {
        return Map.of("first", Thing.first());
    }

    @GET
    @Path("number")
    public int number() {
        return 17;
    }

    @GET
    @Path("uuid")
    @Produces({MediaType.APPLICATION_JSON, MediaType.TEXT_PLAIN})
    public UUID uuid() {
        return new UUID(1, 2);
    }

    @GET
    @Path("single")
    public Single<Thing> single() {
        return Single.just(Thing.first());
    }

    @GET
    @Path("single-list")
    public Single<List<Thing>> singleList() {
        return Single.just(Thing.ALL);
    }

    @GET
    @Path("maybe")
    public Maybe<Thing> maybe(@QueryParam("empty") final boolean isEmpty) {
        return isEmpty ? Maybe.empty() : Maybe.just(Thing.first());
    }

    @GET
    @Path("optional")
    public Single<Optional<Thing>> optional(@QueryParam("empty") final boolean isEmpty) {
        return Single.just(isEmpty ? Optional.empty() : Optional.of(Thing.first()));
    }

    @GET
    @Path("stage")
    public CompletionStage<Thing> stage() {
        return CompletableFuture.completedFuture(Thing.first());
    }

    @GET
    @Path("future")
    public Future<Thing> future() {
        return Future.succeededFuture(Thing.first());
    }

    @GET
    @Path("completable")
    public Completable completable() {
        return Completable.complete();
    }

    @GET
    @Path("void")
    public void nothing() {}

    @GET
    @Path("response")
    @ApiResponse(
            responseCode = "201",
            description = "It is created.",
            content = @Content(schema = @Schema(implementation = Thing.class)),
            headers = @Header(name = "Location", schema = @Schema(type = "string", format = "uri")))
    public Response response() {
        return Response.created(java.net.URI.create("https://example.com/1"))
                .entity(Thing.first())
                .build();
    }

    @GET
    @Path("single-response")
    @ApiResponse(responseCode = "202", description = "It is accepted.")
    @ApiResponse(responseCode = "404", description = "It is missing.")
    public Single<Response> singleResponse(@QueryParam("missing") final boolean isMissing) {
        return isMissing
                ? Single.error(new NotFoundException("It is missing."))
                : Single.just(Response.accepted(Thing.first()).build());
    }

    @GET
    @Path("undescribed-response")
    public Response undescribedResponse() {
        return Response.status(203).entity(Thing.first()).build();
    }

    @GET
    @Path("generic-entity")
    public Single<GenericEntity<List<Thing>>> genericEntity() {
        return Single.just(new GenericEntity<>(Thing.ALL) {});
    }

    @GET
    @Path("short-view")
    @JsonView(Short.class)
    public Single<Seen> shortView() {
        return Single.just(new Seen("a", "b", 1));
    }

    @GET
    @Path("long-view")
    @JsonView(Long.class)
    public Single<Seen> longView() {
        return Single.just(new Seen("a", "b", 1));
    }

    @GET
    @Path("string")
    @Produces(MediaType.TEXT_PLAIN)
    public String string() {
        return "text";
    }

    @GET
    @Path("html")
    @Produces({MediaType.TEXT_HTML, MediaType.TEXT_PLAIN})
    public Single<String> html() {
        return Single.just("<p>text</p>");
    }

    @GET
    @Path("json-text")
    public Single<String> jsonText() {
        return Single.just("{\"a\":1}");
    }

    @GET
    @Path("bytes")
    @Produces("image/png")
    public byte[] bytes() {
        return new byte[] {1, 2};
    }

    @GET
    @Path("buffer")
    @Produces(MediaType.APPLICATION_OCTET_STREAM)
    public Single<Buffer> buffer() {
        return Single.just(Buffer.buffer("bytes"));
    }

    @GET
    @Path("input-stream")
    @Produces(MediaType.APPLICATION_OCTET_STREAM)
    public InputStream inputStream() {
        return new ByteArrayInputStream(new byte[] {1, 2});
    }

    @GET
    @Path("streaming-output")
    @Produces(MediaType.APPLICATION_OCTET_STREAM)
    public StreamingOutput streamingOutput() {
        return target -> target.write("bytes".getBytes(StandardCharsets.UTF_8));
    }

    @GET
    @Path("reader")
    @Produces(MediaType.TEXT_PLAIN)
    public Reader reader() {
        return new StringReader("text");
    }

    @GET
    @Path("path")
    @Produces(MediaType.WILDCARD)
    public Single<java.nio.file.Path> path() {
        return Single.just(java.nio.file.Path.of("pom.xml"));
    }

    @GET
    @Path("file")
    @Produces("application/xml")
    public File file(@QueryParam("missing") final boolean isMissing) {
        return new File(isMissing ? "no-such-file" : "pom.xml");
    }

    @GET
    @Path("json-object")
    public Single<JsonObject> jsonObject() {
        return Single.just(new JsonObject().put("a", 1));
    }

    @GET
    @Path("json-array")
    public Single<JsonArray> jsonArray() {
        return Single.just(new JsonArray().add(1));
    }

    @GET
    @Path("parts")
    @Produces(MediaType.MULTIPART_FORM_DATA)
    public List<EntityPart> parts() throws IOException {
        return List.of(EntityPart.withName("a")
                .content("text")
                .mediaType(MediaType.TEXT_PLAIN_TYPE)
                .build());
    }

    @GET
    @Path("async")
    @ApiResponse(responseCode = "200", content = @Content(schema = @Schema(implementation = Thing.class)))
    public void async(@Suspended final AsyncResponse response) {
        response.resume(Thing.first());
    }
}
