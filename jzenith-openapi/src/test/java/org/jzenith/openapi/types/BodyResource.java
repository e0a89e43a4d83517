package org.jzenith.openapi.types;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Single;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.io.InputStream;
import java.io.Reader;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.body.JsonPatch;
import org.jzenith.rest.body.MergePatch;

/** Each type of a body. */
@Path("/bodies")
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
public final class BodyResource {

    @POST
    @Path("valid")
    public Single<Thing> valid(@Valid @NotNull final Thing thing) {
        return Single.just(thing);
    }

    @PUT
    @Path("valid/{id}")
    public Single<Thing> put(@PathParam("id") final int id, @Valid @NotNull final Thing thing) {
        return Single.just(thing);
    }

    @POST
    @Path("unchecked")
    public Completable unchecked(final Thing thing) {
        return Completable.complete();
    }

    @POST
    @Path("single")
    public Single<Thing> single(final Single<@Valid Thing> thing) {
        return thing;
    }

    @POST
    @Path("optional")
    public Completable optional(@Valid final @Nullable Thing thing) {
        return Completable.complete();
    }

    @POST
    @Path("list")
    public Single<Integer> list(@Size(max = 3) @NotNull final List<@Valid @NotNull Thing> things) {
        return Single.just(things.size());
    }

    @POST
    @Path("map")
    public Single<Integer> map(@NotNull final Map<String, @Max(9) @NotNull Integer> numbers) {
        return Single.just(numbers.size());
    }

    @POST
    @Path("number")
    public Single<Integer> number(@NotNull @Max(9) final Integer number) {
        return Single.just(number);
    }

    @POST
    @Path("color")
    public Single<Thing.Color> color(@NotNull final Thing.Color color) {
        return Single.just(color);
    }

    @POST
    @Path("elements")
    @Consumes({"application/json", "application/x-ndjson", "text/csv"})
    public Single<Long> elements(final Flowable<@Valid Thing> things) {
        return things.count();
    }

    @POST
    @Path("numbers")
    @Consumes({"application/json", "application/x-ndjson"})
    public Single<Long> numbers(final Flowable<@Max(9) Integer> numbers) {
        return numbers.count();
    }

    @POST
    @Path("rows")
    @Consumes("text/csv")
    public Single<Integer> rows(final List<@Valid Thing> things) {
        return Single.just(things.size());
    }

    @POST
    @Path("json-object")
    public Single<JsonObject> jsonObject(@NotNull final JsonObject object) {
        return Single.just(object);
    }

    @POST
    @Path("json-array")
    public Single<JsonArray> jsonArray(@NotNull final JsonArray array) {
        return Single.just(array);
    }

    @POST
    @Path("string")
    @Consumes(MediaType.TEXT_PLAIN)
    @Produces(MediaType.TEXT_PLAIN)
    public Single<String> string(@Size(max = 9) final String text) {
        return Single.just("text");
    }

    @POST
    @Path("bytes")
    @Consumes(MediaType.APPLICATION_OCTET_STREAM)
    public Single<Integer> bytes(final byte[] bytes) {
        return Single.just(bytes.length);
    }

    @POST
    @Path("buffer")
    @Consumes(MediaType.APPLICATION_OCTET_STREAM)
    public Single<Integer> buffer(final Buffer bytes) {
        return Single.just(bytes.length());
    }

    @POST
    @Path("buffers")
    @Consumes(MediaType.APPLICATION_OCTET_STREAM)
    public Single<Integer> buffers(final Flowable<Buffer> bytes) {
        return bytes.reduce(0, (sum, each) -> sum + each.length());
    }

    @POST
    @Path("input-stream")
    @Consumes(MediaType.APPLICATION_OCTET_STREAM)
    public Single<Integer> inputStream(final InputStream bytes) {
        return Single.just(1);
    }

    @POST
    @Path("reader")
    @Consumes(MediaType.TEXT_PLAIN)
    public Single<Integer> reader(final Reader text) {
        return Single.just(1);
    }

    @POST
    @Path("any")
    @Consumes(MediaType.WILDCARD)
    public Single<Integer> any(final byte[] bytes) {
        return Single.just(bytes.length);
    }

    @PATCH
    @Path("thing")
    @Consumes(MergePatch.MEDIA_TYPE)
    public Single<Thing> merge(final MergePatch patch) {
        return Single.fromCallable(() -> patch.applyTo(Thing.first(), Thing.class));
    }

    @PATCH
    @Path("thing")
    @Consumes(JsonPatch.MEDIA_TYPE)
    public Single<Thing> change(final JsonPatch patch) {
        return Single.fromCallable(() -> patch.applyTo(Thing.first(), Thing.class));
    }
}
