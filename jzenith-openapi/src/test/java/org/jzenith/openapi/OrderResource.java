package org.jzenith.openapi;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.JsonValue;
import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Maybe;
import io.reactivex.Observable;
import io.reactivex.Single;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.headers.Header;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Digits;
import jakarta.validation.constraints.Email;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Positive;
import jakarta.validation.constraints.Size;
import jakarta.validation.groups.ConvertGroup;
import jakarta.validation.groups.Default;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.CookieParam;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.MatrixParam;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.EntityPart;
import jakarta.ws.rs.core.Form;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.StreamingOutput;
import jakarta.ws.rs.sse.OutboundSseEvent;
import java.io.File;
import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.body.JsonPatch;
import org.jzenith.rest.body.MergePatch;
import org.jzenith.rest.body.Part;
import org.jzenith.rest.limit.RateLimit;

/** A resource with every kind of parameter, body and result; its methods are described, not called. */
@Path("/orders")
@Tag(name = "Orders", description = "All about orders.")
public final class OrderResource {

    /** The state of an order. */
    public enum State {
        @JsonProperty("open")
        OPEN,
        CLOSED
    }

    /** The group of the constraints at a creation. */
    public interface OnCreate {}

    /** A place. */
    public record Address(
            @NotBlank String street,
            @Pattern(regexp = "\\d{5}") @Nullable String zip) {}

    /** An order with most kinds of properties. */
    public record Order(
            @JsonProperty(access = JsonProperty.Access.READ_ONLY)
            UUID id,

            @NotBlank @Size(max = 40) @Schema(description = "Shown to the customer.", example = "Books")
            String name,

            @Email @Nullable String email,
            @NotNull State state,
            @Min(1) @Max(100) int count,

            @Positive @Digits(integer = 6, fraction = 2) @Nullable
            BigDecimal price,

            @Valid @NotNull Address address,
            @NotEmpty List<@Size(min = 2) String> labels,
            Map<String, Integer> numbers,
            Set<LocalDate> days,
            Instant placed,
            Duration took,
            Optional<String> note,
            byte @Nullable [] picture,
            JsonObject anything,
            @NotNull(groups = OnCreate.class) @Nullable String creator,
            @JsonProperty("is_gift") boolean gift,

            @JsonProperty(access = JsonProperty.Access.WRITE_ONLY) @Nullable
            String secret,

            @Nullable Order parent) {}

    /** A bean with other kinds of properties. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @Deprecated
    public static final class Account {
        private final Code code;
        private final Address home;
        private @Nullable String comment;

        @JsonCreator
        Account(@JsonProperty("code") final Code code, @JsonProperty("home") final Address home) {
            this.code = code;
            this.home = home;
        }

        /** Returns the code. */
        public Code getCode() {
            return code;
        }

        /** Returns the parts of the address. */
        @JsonUnwrapped(prefix = "home_")
        public Address getHome() {
            return home;
        }

        /** Returns the comment. */
        public @Nullable String getComment() {
            return comment;
        }

        /** Sets the comment. */
        public void setComment(final String given) {
            comment = given;
        }
    }

    /** A value that is written as a string. */
    public record Code(@JsonValue String text) {}

    /** An animal of one of two kinds. */
    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = Cat.class, name = "cat"),
        @JsonSubTypes.Type(value = Dog.class, name = "dog")
    })
    public sealed interface Animal permits Cat, Dog {}

    /** A cat. */
    public record Cat(int lives) implements Animal {}

    /** A dog. */
    public record Dog(String name) implements Animal {}

    /** A part of a list. */
    public record Page<T>(List<T> elements, int total) {}

    /** Several parameters. */
    public static final class Filter {
        /** The oldest day. */
        @QueryParam("since")
        public @Nullable LocalDate since;

        /** The states. */
        @QueryParam("state")
        public List<State> states = List.of();

        /** The session. */
        @CookieParam("session")
        public @Nullable String session;
    }

    @GET
    @Produces(MediaType.APPLICATION_JSON)
    public Single<Page<Order>> list(
            @BeanParam final Filter filter,
            @QueryParam("limit") @DefaultValue("20") @Min(1) @Max(100) final int limit,
            @QueryParam("word") final Optional<@Size(max = 9) String> word,
            @HeaderParam("X-Tenant") @NotNull @Parameter(description = "The tenant.") final String tenant,
            @MatrixParam("color") final @Nullable String color) {
        return Single.never();
    }

    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    @Produces(MediaType.APPLICATION_JSON)
    @ApiResponse(
            responseCode = "201",
            description = "The order is placed.",
            content = @Content(schema = @Schema(implementation = Order.class)),
            headers = @Header(name = "Location", schema = @Schema(type = "string", format = "uri")))
    public Single<Response> create(@Valid @ConvertGroup(from = Default.class, to = OnCreate.class) final Order order) {
        return Single.never();
    }

    @GET
    @Path("{id: \\d+}")
    @Produces(MediaType.APPLICATION_JSON)
    @Operation(operationId = "orderById", summary = "Finds an order.")
    public Maybe<Order> find(@PathParam("id") final long id) {
        return Maybe.never();
    }

    @PUT
    @Path("{number}")
    @Consumes(MediaType.APPLICATION_JSON)
    @Produces(MediaType.APPLICATION_JSON)
    public Single<Order> put(@PathParam("number") final long number, @Valid @NotNull final Order order) {
        return Single.never();
    }

    @GET
    @Path("codes/{code: \\d++}/{name: \\d+[a-z]*}")
    @Produces(MediaType.TEXT_PLAIN)
    public Single<String> code(
            @PathParam("code") final String code, @PathParam("name") @Pattern(regexp = "[0-9a-f]+") final String name) {
        return Single.never();
    }

    @DELETE
    @Path("{id}")
    @Deprecated
    @RateLimit(permits = 5, per = "1m")
    public Completable delete(@PathParam("id") final UUID id) {
        return Completable.never();
    }

    @PATCH
    @Path("{id}")
    public Single<Order> patch(@PathParam("id") final UUID id, final JsonPatch patch) {
        return Single.never();
    }

    @PATCH
    @Path("{id}")
    public Single<Order> merge(@PathParam("id") final UUID id, final MergePatch patch) {
        return Single.never();
    }

    @GET
    @Path("all")
    @Produces({"application/json", "application/x-ndjson;qs=0.9", "text/csv;qs=0.8", "text/event-stream;qs=0.7"})
    public Flowable<Address> all() {
        return Flowable.never();
    }

    @POST
    @Path("all")
    @Consumes({"application/json", "application/x-ndjson", "text/csv"})
    public Completable addAll(final Flowable<@Valid Address> all) {
        return Completable.never();
    }

    @GET
    @Path("results/account")
    @Produces("application/json")
    public CompletionStage<Account> account() {
        return new CompletableFuture<>();
    }

    @POST
    @Path("results/account")
    @Consumes("application/json")
    public void setAccount(final Single<Account> account) {}

    @GET
    @Path("results/future")
    @Produces("application/json")
    public Future<List<Animal>> future() {
        return Future.succeededFuture();
    }

    @POST
    @Path("results/animal")
    @Consumes("application/json")
    public void addAnimal(final Animal animal) {}

    @GET
    @Path("results/observable")
    @Produces("application/json")
    public Observable<Integer> observable() {
        return Observable.never();
    }

    @GET
    @Path("results/events")
    @Produces("text/event-stream")
    public Flowable<OutboundSseEvent> events() {
        return Flowable.never();
    }

    @GET
    @Path("results/plain")
    @Produces("application/json")
    public Order plain() {
        throw new IllegalStateException();
    }

    @GET
    @Path("results/response")
    public Response response() {
        return Response.ok().build();
    }

    @GET
    @Path("results/string")
    @Produces("text/plain")
    public String string() {
        return "";
    }

    @GET
    @Path("results/bytes")
    @Produces("image/png")
    public byte[] bytes() {
        return new byte[0];
    }

    @GET
    @Path("results/buffer")
    @Produces("application/octet-stream")
    public Single<Buffer> buffer() {
        return Single.never();
    }

    @GET
    @Path("results/stream")
    @Produces("application/octet-stream")
    public InputStream stream() {
        return InputStream.nullInputStream();
    }

    @GET
    @Path("results/output")
    @Produces("application/octet-stream")
    public StreamingOutput output() {
        return target -> {};
    }

    @GET
    @Path("results/reader")
    @Produces("text/plain")
    public Reader reader() {
        return Reader.nullReader();
    }

    @GET
    @Path("results/path")
    public Single<java.nio.file.Path> path() {
        return Single.never();
    }

    @GET
    @Path("results/file")
    @Produces("application/pdf")
    public File file() {
        return new File("a");
    }

    @GET
    @Path("results/object")
    @Produces("application/json")
    public Single<JsonObject> object() {
        return Single.never();
    }

    @GET
    @Path("results/array")
    @Produces("application/json")
    public Single<JsonArray> array() {
        return Single.never();
    }

    @GET
    @Path("results/void")
    public void nothing() {}

    @GET
    @Path("results/later")
    @Produces("application/json")
    public void later(@Suspended final AsyncResponse response) {}

    @POST
    @Path("bodies/form")
    public Completable form(
            @FormParam("name") @NotBlank final String name,
            @FormParam("picture") final @Nullable Part picture,
            @FormParam("documents") final List<Part> documents) {
        return Completable.never();
    }

    @POST
    @Path("bodies/fields")
    @Consumes(MediaType.APPLICATION_FORM_URLENCODED)
    public Completable fields(@FormParam("count") final int count) {
        return Completable.never();
    }

    @POST
    @Path("bodies/whole-form")
    @Consumes(MediaType.APPLICATION_FORM_URLENCODED)
    public Completable wholeForm(final Form form) {
        return Completable.never();
    }

    @POST
    @Path("bodies/parts")
    @Consumes(MediaType.MULTIPART_FORM_DATA)
    public Completable parts(final List<EntityPart> parts) {
        return Completable.never();
    }

    @PUT
    @Path("bodies/upload")
    @Consumes("application/octet-stream")
    public Completable upload(final Flowable<Buffer> body) {
        return Completable.never();
    }
}
