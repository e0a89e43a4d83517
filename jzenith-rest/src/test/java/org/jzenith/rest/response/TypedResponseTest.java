package org.jzenith.rest.response;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonView;
import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import io.reactivex.schedulers.Schedulers;
import io.vertx.core.Future;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.ForbiddenException;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.EntityTag;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.sse.Sse;
import jakarta.ws.rs.sse.SseEventSink;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.core.JZenith;
import org.jzenith.core.problem.StartException;
import org.jzenith.rest.RestPlugin;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.TestResponse;

/** The status of an annotation, and the headers of a typed response. */
final class TypedResponseTest {

    interface Short {}

    interface Whole extends Short {}

    record User(
            @JsonView(Short.class) String name,
            @JsonView(Whole.class) @NotBlank String email) {}

    private static final User ANN = new User("Ann", "ann@example.org");

    /** Names a status for the methods of its implementation. */
    interface Accepting {

        @POST
        @Path("inherited")
        @ResponseStatus(202)
        User inherited();
    }

    @Path("/users")
    @Produces("application/json")
    public static final class UserResource implements Accepting {

        @POST
        @ResponseStatus(201)
        public Single<TypedResponse<User>> create() {
            return Single.just(TypedResponse.of(ANN)
                            .withLocation("users/7")
                            .withTag(new EntityTag("v1"))
                            .withHeader("X-Word", "a")
                            .withHeader("x-word", "b"))
                    .observeOn(Schedulers.io());
        }

        @GET
        @Path("tagged")
        public TypedResponse<List<User>> tagged() {
            return TypedResponse.of(List.of(ANN)).withTag(new EntityTag("v2"));
        }

        @GET
        @Path("plain")
        @ResponseStatus(203)
        public User plain() {
            return ANN;
        }

        @Override
        public User inherited() {
            return ANN;
        }

        @GET
        @Path("view")
        @JsonView(Short.class)
        @ResponseStatus(203)
        public Future<TypedResponse<User>> view() {
            return Future.succeededFuture(TypedResponse.of(ANN));
        }

        @POST
        @Path("accepted")
        @ResponseStatus(202)
        public Completable accepted() {
            return Completable.complete().observeOn(Schedulers.io());
        }

        @POST
        @Path("nothing")
        @ResponseStatus(202)
        public void nothing() {}

        @GET
        @Path("elsewhere")
        @ResponseStatus(303)
        public Single<TypedResponse<Void>> elsewhere() {
            return Single.just(TypedResponse.empty().withLocation("users/8"));
        }

        @GET
        @Path("empty")
        public TypedResponse<Void> empty() {
            return TypedResponse.empty().withHeader("X-Empty", true);
        }

        @GET
        @Path("maybe")
        @ResponseStatus(203)
        public Maybe<TypedResponse<User>> maybe(@QueryParam("found") @DefaultValue("false") final boolean found) {
            return found ? Maybe.just(TypedResponse.of(ANN)) : Maybe.empty();
        }

        @GET
        @Path("null")
        @ResponseStatus(203)
        public CompletionStage<@Nullable User> nullEntity() {
            return CompletableFuture.completedFuture(null);
        }

        @GET
        @Path("stream")
        @ResponseStatus(203)
        public Flowable<User> stream() {
            return Flowable.just(ANN, ANN);
        }

        @GET
        @Path("failed")
        @ResponseStatus(203)
        public Single<User> failed() {
            return Single.error(new ForbiddenException());
        }

        @GET
        @Path("suspended")
        @ResponseStatus(203)
        public void suspended(@Suspended final AsyncResponse response) {
            response.resume(ANN);
        }

        @GET
        @Path("suspended-typed")
        public void suspendedTyped(@Suspended final AsyncResponse response) {
            response.resume(TypedResponse.of(ANN).withTag(new EntityTag("v4")));
        }

        @GET
        @Path("tagged-nothing")
        @ResponseStatus(headers = "ETag")
        public Single<TypedResponse<Void>> taggedNothing() {
            return Single.just(TypedResponse.empty().withTag(new EntityTag("v5")));
        }

        @GET
        @Path("any")
        public Single<Object> any(@QueryParam("typed") @DefaultValue("false") final boolean typed) {
            return Single.just(typed ? TypedResponse.of(ANN).withTag(new EntityTag("v3")) : ANN);
        }

        @GET
        @Path("valid")
        public Single<TypedResponse<@Valid User>> valid(@QueryParam("email") @DefaultValue("") final String email) {
            return Single.just(TypedResponse.of(new User("Bob", email)));
        }

        @GET
        @Path("valid-later")
        public @Valid Single<TypedResponse<User>> validLater(
                @QueryParam("email") @DefaultValue("") final String email) {
            return Single.just(TypedResponse.of(new User("Bob", email)));
        }

        @GET
        @Path("valid-whole")
        public @Valid TypedResponse<User> validWhole(@QueryParam("email") @DefaultValue("") final String email) {
            return TypedResponse.of(new User("Bob", email));
        }
    }

    /** Sees the status and headers. */
    public static final class StatusFilter implements ContainerResponseFilter {

        @Override
        public void filter(final ContainerRequestContext request, final ContainerResponseContext response) {
            response.getHeaders()
                    .putSingle(
                            "X-Seen",
                            response.getStatus() + " " + response.getEntityTag() + " " + response.getEntityType());
        }
    }

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> JZenith.application()
            .withPlugins(
                    RestPlugin.withResources(UserResource.class),
                    RestPlugin.named("filtered")
                            .withResources(UserResource.class)
                            .withProviders(StatusFilter.class))
            .withConfiguration("rest.filtered.port", 0)
            .withConfiguration("rest.context-path", "/api"));

    @Test
    void aTypedResponseHasStatusHeadersAndTheEntityAsOfItsType() {
        final TestResponse created = APP.http().post("/api/users", null);
        created.expectStatus(201).expectHeader("ETag", "\"v1\"").expectJson("/email", "ann@example.org");
        created.expectHeader(
                "Location", APP.http().uri().resolve("/api/users/7").toString());
        assertThat(created.headers().allValues("X-Word")).containsExactly("a", "b");
        APP.http()
                .get("/api/users/tagged")
                .expectStatus(200)
                .expectHeader("ETag", "\"v2\"")
                .expectJson("/0/name", "Ann");
    }

    @ParameterizedTest
    @CsvSource({
        "GET,plain,203",
        "POST,inherited,202",
        "GET,view,203",
        "POST,accepted,202",
        "POST,nothing,202",
        "GET,elsewhere,303",
        "GET,empty,204",
        "GET,maybe?found=true,203",
        "GET,maybe,404",
        "GET,null,204",
        "GET,stream,203",
        "GET,failed,403",
        "GET,suspended,203",
        "GET,suspended-typed,200",
        "GET,tagged-nothing,204",
        "HEAD,plain,203",
        "GET,any,200",
        "GET,any?typed=true,200"
    })
    void theStatusIsThatOfTheAnnotationForEachKindOfSuccess(final String method, final String path, final int status) {
        assertThat(APP.http().send(method, "/api/users/" + path, null).status()).isEqualTo(status);
    }

    @Test
    void theEntityIsWrittenAsWithoutAStatus() {
        assertThat(APP.http().get("/api/users/view").body()).isEqualTo("{\"name\":\"Ann\"}");
        assertThat(APP.http().get("/api/users/stream").json()).hasSize(2);
        assertThat(APP.http().post("/api/users/accepted", null).body()).isEmpty();
        APP.http()
                .get("/api/users/any?typed=true")
                .expectHeader("ETag", "\"v3\"")
                .expectJson("/name", "Ann");
        APP.http()
                .get("/api/users/suspended-typed")
                .expectHeader("ETag", "\"v4\"")
                .expectJson("/name", "Ann");
        assertThat(APP.http()
                        .withHeader("Accept", "text/csv")
                        .get("/api/users/plain")
                        .status())
                .isEqualTo(406);
    }

    @Test
    void responseFiltersSeeStatusHeadersAndTheTypeOfTheEntity() {
        final TestResponse seen = APP.http("rest.filtered").post("/users", null);
        seen.expectStatus(201).expectHeader("X-Seen", "201 \"v1\" " + User.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"valid", "valid-later", "valid-whole"})
    void constraintsOfTheEntityAreChecked(final String path) {
        APP.http().get("/api/users/" + path + "?email=b@example.org").expectStatus(200);
        APP.http().get("/api/users/" + path).expectStatus(500);
    }

    private static void assertRefused(final Class<?> resource, final String... parts) {
        assertThatThrownBy(() -> JZenith.application("--check", "--rest.port=0")
                        .withPlugins(RestPlugin.withResources(resource))
                        .run())
                .isInstanceOf(StartException.class)
                .hasMessageContainingAll(parts);
    }

    /** Its method has another status than that of its implementation. */
    public interface Other {

        @ResponseStatus(202)
        User create();
    }

    @Path("/")
    public static final class TwoStatuses implements Other {

        @Override
        @POST
        @ResponseStatus(201)
        public User create() {
            return ANN;
        }
    }

    @Test
    void twoStatusesOfOneMethodAreRefused() {
        assertRefused(
                TwoStatuses.class,
                "TwoStatuses.create() has two statuses: @ResponseStatus(201) in " + TwoStatuses.class.getName()
                        + " and @ResponseStatus(202) in " + Other.class.getName() + ".",
                "Remove one of them.");
    }

    @Path("/")
    public static final class Mistakes {

        @POST
        @Path("0")
        @ResponseStatus(204)
        public void suspended(@Suspended final AsyncResponse response) {
            response.resume(ANN);
        }

        @POST
        @Path("1")
        @ResponseStatus(404)
        public User error() {
            return ANN;
        }

        @POST
        @Path("2")
        @ResponseStatus(100)
        public User interim() {
            return ANN;
        }

        @POST
        @Path("3")
        @ResponseStatus(204)
        public Single<User> withBody() {
            return Single.just(ANN);
        }

        @POST
        @Path("4")
        @ResponseStatus(304)
        public TypedResponse<User> typedWithBody() {
            return TypedResponse.of(ANN);
        }

        @POST
        @Path("5")
        @ResponseStatus(201)
        public Single<Response> ofResponse() {
            return Single.just(Response.ok().build());
        }

        @GET
        @Path("6")
        @Produces("text/event-stream")
        @ResponseStatus(203)
        public void events(@Context final SseEventSink sink, @Context final Sse sse) {
            sink.close();
        }

        @Path("7")
        @ResponseStatus(201)
        public UserResource located() {
            return new UserResource();
        }
    }

    @Test
    void aStatusThatDoesNotFitItsMethodIsRefused() {
        assertRefused(
                Mistakes.class,
                "Mistakes.error() has @ResponseStatus(404), which is not the status of a successful response.",
                "Mistakes.interim() has @ResponseStatus(100), which is not the status of a successful response.",
                "Mistakes.withBody() has @ResponseStatus(204), which allows no body, and returns User.",
                "Mistakes.suspended(AsyncResponse) has @ResponseStatus(204), which allows no body, and takes an AsyncResponse.",
                "Mistakes.typedWithBody() has @ResponseStatus(304), which allows no body, and returns User.",
                "Mistakes.ofResponse() has @ResponseStatus(201), and returns a Response, which has its own status.",
                "Mistakes.events(SseEventSink, Sse) has @ResponseStatus(203), and takes an SseEventSink",
                "Mistakes.located() has @ResponseStatus, and is a sub-resource locator");
    }

    @Path("/")
    @Produces("application/json")
    public static final class Misplaced {

        @GET
        @Path("1")
        public List<TypedResponse<User>> list() {
            return List.of();
        }

        @GET
        @Path("2")
        public Flowable<TypedResponse<User>> stream() {
            return Flowable.empty();
        }

        @GET
        @Path("3")
        public TypedResponse<Single<User>> later() {
            return TypedResponse.of(Single.just(ANN));
        }

        @GET
        @Path("4")
        public TypedResponse<Response> response() {
            return TypedResponse.of(Response.ok().build());
        }

        @GET
        @Path("5")
        @SuppressWarnings("rawtypes")
        public Single<TypedResponse> raw() {
            return Single.just(TypedResponse.of(ANN));
        }
    }

    @Test
    void aTypedResponseWhereItHasNoMeaningIsRefused() {
        assertRefused(
                Misplaced.class,
                "Misplaced.list() returns List<TypedResponse<User>>, but a TypedResponse<T> must be the whole response",
                "Misplaced.stream() returns Flowable<TypedResponse<User>>, but",
                "Misplaced.later() returns TypedResponse<Single<User>>, but",
                "Misplaced.response() returns TypedResponse<Response>, but",
                "Misplaced.raw() returns Single<TypedResponse>, but");
    }
}
