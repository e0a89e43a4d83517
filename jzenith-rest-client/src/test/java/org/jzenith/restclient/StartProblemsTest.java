package org.jzenith.restclient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import io.vertx.core.buffer.Buffer;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.client.WebTarget;
import jakarta.ws.rs.core.EntityPart;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.StreamingOutput;
import jakarta.ws.rs.sse.InboundSseEvent;
import jakarta.ws.rs.sse.OutboundSseEvent;
import java.io.FileInputStream;
import java.io.InputStream;
import java.io.Reader;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.jzenith.core.JZenith;
import org.jzenith.core.context.Identity;
import org.jzenith.core.page.SortOrder;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.core.version.ExpectedVersion;
import org.jzenith.rest.RestPlugin;
import org.jzenith.rest.body.JsonPatch;
import org.jzenith.rest.body.MergePatch;
import org.jzenith.rest.response.TypedResponse;
import org.jzenith.restclient.response.RemoteResponse;
import org.reactivestreams.Publisher;

/** Mistakes in clients fail the start, all together. */
final class StartProblemsTest {

    /** A type without text. */
    record Unknown(int x, int y) {}

    /** Needs clients that were not added. */
    static final class Shop {
        @Inject
        Shop(final ArticlesApi articles, @Named("stock") final WebTarget stock) {}
    }

    @Test
    void aClientThatIsNotAddedIsReportedWithThePlugin() {
        final StartException failure = catchThrowableOfType(
                StartException.class,
                () -> JZenith.application()
                        .withModules(binder -> binder.bind(Shop.class))
                        .run());
        assertThat(failure.problems()).extracting(StartProblem::remedy).containsExactlyInAnyOrder("""
                        Add RestClientPlugin.of(ArticlesApi.class, "..") to withPlugins(..) (the class \
                        org.jzenith.restclient.RestClientPlugin in the artifact org.jzenith:jzenith-rest-client).
                        Or bind it to the class that implements it, in a module given to withModules(..): \
                        bind(ArticlesApi.class).to(..).""", """
                        Add RestClientPlugin.standard("stock") to withPlugins(..) (the class \
                        org.jzenith.restclient.RestClientPlugin in the artifact org.jzenith:jzenith-rest-client).""");
    }

    /** An interface in which each method has a mistake. */
    @Path("/wrong")
    public interface WrongApi {

        Single<String> noVerb();

        @GET
        String blocking();

        @GET
        Single<String> unknown(@QueryParam("at") Unknown at);

        @GET
        Single<String> version(@HeaderParam("If-Match") ExpectedVersion seen);

        @GET
        @Path("/{id}")
        Single<String> noParameter();

        @GET
        Single<String> noPlace(@PathParam("id") String id);

        @POST
        Completable twoBodies(String first, String second);

        @GET
        @DELETE
        Completable twoVerbs();
    }

    /** An interface in which each method has a result that no response can be read as. */
    @Path("/results")
    public interface WrongResultsApi {

        @GET
        Single<InputStream> bytes();

        @GET
        Single<Reader> text();

        @GET
        Maybe<StreamingOutput> output();

        @GET
        Flowable<OutboundSseEvent> outbound();

        @GET
        Single<InboundSseEvent> event();

        @GET
        Maybe<Response> response();

        @GET
        Maybe<RemoteResponse<String>> remoteResponse();

        @GET
        Single<RemoteResponse<InputStream>> inside();

        @GET
        Single<List<EntityPart>> parts();

        @GET
        Single<Map<String, ? extends Maybe<String>>> single();

        @GET
        Single<CompletionStage<String>[]> stage();

        @GET
        Flowable<Publisher<String>> publisher();

        @GET
        Single<CompletableFuture<String>> future();

        @GET
        Single<MergePatch> patch();

        @GET
        Single<TypedResponse<String>> typedResponse();

        @GET
        Single<Identity> identity();
    }

    /** An interface in which each method has a body that cannot be written. */
    @Path("/bodies")
    public interface WrongBodiesApi {

        @POST
        Completable single(Single<String> body);

        @POST
        @Consumes("application/json")
        Completable maybes(List<Maybe<String>> body);

        @POST
        @SuppressWarnings("rawtypes")
        Completable flowable(Flowable body);

        @POST
        Completable singles(Flowable<Single<String>> body);

        @POST
        Completable stage(CompletionStage<String> body);

        @PATCH
        @Consumes(MergePatch.MEDIA_TYPE)
        Completable mergePatch(MergePatch body);

        @PATCH
        @Consumes(JsonPatch.MEDIA_TYPE)
        Completable jsonPatch(JsonPatch body);

        @POST
        Completable bytes(InputStream body);

        @POST
        @Consumes("application/octet-stream")
        Completable typedBytes(FileInputStream body);

        @POST
        Completable text(Reader body);

        @POST
        Completable output(StreamingOutput body);

        @POST
        Completable part(EntityPart body);

        @POST
        Completable identity(Identity caller);

        @POST
        Completable optionalIdentity(Optional<Identity> caller);
    }

    /** An interface whose types resemble the refused ones. */
    @Path("/right")
    public interface RightApi {

        @GET
        Single<Response> response();

        @GET
        Single<RemoteResponse<Optional<String>>> remoteResponse();

        @GET
        Single<RemoteResponse<byte[]>> bytes();

        @GET
        Flowable<InboundSseEvent> events();

        @GET
        Single<Map<String, List<Unknown[]>>> values();

        @GET
        Single<?> any();

        @GET
        Single<String> sorted(@QueryParam("sort") SortOrder<TimeUnit> order);

        @POST
        Completable parts(List<EntityPart> body);

        @POST
        Completable body(List<Map<String, Optional<Unknown>>> body);

        @POST
        Completable pieces(Flowable<Buffer> body);

        @POST
        Completable elements(Flowable<Map<String, Unknown>> body);

        @POST
        @Consumes("application/x-ndjson")
        Completable lines(Flowable<String> body);
    }

    @Path("/other")
    public static final class Other {

        @GET
        public String get() {
            return "";
        }
    }

    private static String problems(final Map<String, ?> settings, final Class<?> api) {
        final StartException refused = catchThrowableOfType(
                StartException.class,
                () -> Clients.of(settings, api, Other.class).close());
        assertThat(refused).isNotNull();
        assertThat(refused.problems())
                .allSatisfy(each -> assertThat(each.remedy()).isNotBlank());
        return String.join(
                "\n", refused.problems().stream().map(Object::toString).toList());
    }

    @Test
    void eachMethodIsChecked() {
        assertThat(problems(Map.of("url", "http://localhost:1"), WrongApi.class)
                        .lines()
                        .toList())
                .anyMatch(line -> line.contains("WrongApi.noVerb(..) of the client 'stock' has no HTTP method."))
                .anyMatch(line -> line.contains("returns java.lang.String, which a client method cannot return"))
                .anyMatch(line -> line.contains("Unknown, which cannot be converted to text"))
                .anyMatch(line -> line.contains("Send the entity tag as a String."))
                .anyMatch(line -> line.contains("has the path /wrong/{id}, but no @PathParam(\"id\")"))
                .anyMatch(line -> line.contains("has @PathParam(\"id\"), which is not in its path /wrong"))
                .anyMatch(line -> line.contains("has two parameters without annotation"))
                .anyMatch(line -> line.contains("has more than one HTTP method"));
    }

    private static void assertEachIsRefused(final Class<?> api, final String reason) {
        final List<String> problems = problems(Map.of("url", "http://localhost:1"), api)
                .lines()
                .filter(line -> line.startsWith("The method "))
                .toList();
        assertThat(problems).hasSameSizeAs(api.getMethods());
        for (final Method method : api.getMethods()) {
            assertThat(problems)
                    .anySatisfy(line -> assertThat(line)
                            .contains(api.getSimpleName() + "." + method.getName() + "(..)")
                            .containsPattern(reason));
        }
    }

    @Test
    void resultsThatCannotBeReadAreRefused() {
        assertEachIsRefused(WrongResultsApi.class, "returns .*, but a client cannot read a response as ");
        assertThat(problems(Map.of("url", "http://localhost:1"), WrongResultsApi.class))
                .contains(
                        "WrongResultsApi.bytes(..) of the client 'stock' returns"
                                + " io.reactivex.Single<java.io.InputStream>, but a client cannot read a response as"
                                + " java.io.InputStream.",
                        "Return a Flowable<Buffer> or a Single<byte[]>.",
                        "Return a Flowable<InboundSseEvent>.",
                        "Return a Single<Response>.",
                        "Return a Single<RemoteResponse<T>>.",
                        "Return one Single, Maybe, Completable or Flowable, with the type of the body.");
    }

    @Test
    void bodiesThatCannotBeWrittenAreRefused() {
        assertEachIsRefused(
                WrongBodiesApi.class, "has a body of the type .*, which a client cannot write|has a streamed body");
        assertThat(problems(Map.of("url", "http://localhost:1"), WrongBodiesApi.class))
                .contains(
                        "WrongBodiesApi.bytes(..) of the client 'stock' has a body of the type java.io.InputStream,"
                                + " which a client cannot write.",
                        "Take a Flowable<Buffer> or a byte[].",
                        "Take a List<EntityPart>.",
                        "Remove the parameter: here, the identity is that of the caller.",
                        "Take a JsonNode or a JsonObject.",
                        "Take the value itself, and call the method once the value is there");
    }

    @Test
    void otherResultsAndBodiesAreNotRefused() {
        try (Clients clients = Clients.of(Map.of("url", "http://localhost:1"), RightApi.class, Other.class)) {
            assertThat(clients.application().get(RightApi.class)).isNotNull();
        }
    }

    /** {@code --check} starts nothing, and finds the same mistakes. */
    @Test
    void aCheckRunFindsMistakesInMethodsAndSettings() {
        assertThat(catchThrowableOfType(StartException.class, () -> check(WrongApi.class, "ftp://stock.example"))
                        .problems())
                .extracting(StartProblem::what)
                .anyMatch(what -> what.contains("is not a base URL"))
                .anyMatch(what -> what.contains("WrongApi.noVerb(..) of the client 'stock' has no HTTP method."));
        check(ArticlesApi.class, "http://localhost:1");
    }

    private static void check(final Class<?> api, final String url) {
        JZenith.application("--check")
                .withoutConfigurationFiles()
                .withPlugins(RestPlugin.withResources(Other.class), RestClientPlugin.of(api, "stock"))
                .withOverridingConfiguration("rest.port", 0)
                .withOverridingConfiguration("rest-client.stock.url", url)
                .run()
                .close();
    }

    @Test
    void aUrlIsRequired() {
        assertThat(problems(Map.of(), ArticlesApi.class)).contains("rest-client.stock.url");
    }

    @Test
    void settingsAreChecked() {
        for (final String url :
                List.of("stock.example", "ftp://stock.example", "http://a@b/", "http://a/?b", "http:///")) {
            assertThat(problems(Map.of("url", url), ArticlesApi.class)).contains("is not a base URL");
        }
        assertThat(problems(
                        Map.of(
                                "url", "https://localhost",
                                "proxy", "proxy",
                                "tls.trusted-certificates", "/none.pem",
                                "tls.certificate", "/none.pem"),
                        ArticlesApi.class))
                .contains(
                        "'proxy' is not a valid proxy address",
                        "/none.pem does not exist.",
                        "rest-client.stock.tls.certificate is set, but rest-client.stock.tls.key is not.");
    }
}
