package org.jzenith.rest.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Maybe;
import io.reactivex.Single;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.MatrixParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Link;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.rest.RestPlugin;
import org.jzenith.rest.response.ResponseStatus;
import org.jzenith.rest.response.TypedResponse;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.TestResponse;

/** Links to resource methods. */
final class LinksTest {

    /** A resource that links to itself. */
    @Path("/shelves")
    public static final class ShelfResource {

        private final Links links;

        @Inject
        ShelfResource(final Links links) {
            this.links = links;
        }

        // region created
        @POST
        @ResponseStatus(201)
        public Single<TypedResponse<Void>> create() {
            return Single.just(TypedResponse.empty()
                    .withLocation(links.to(ShelfResource::get, "a/b c")));
        }
        // endregion

        @GET
        @Path("{name}")
        @Produces("text/plain")
        public Maybe<String> get(@PathParam("name") final String name) {
            return Maybe.just(name);
        }

        @GET
        @Produces("application/json")
        public Response list(
                @QueryParam("page") final @Nullable Integer page,
                @QueryParam("tag") final List<String> tags,
                @QueryParam("word") final Optional<String> word) {
            return Response.ok("[]")
                    .links(Link.fromUri(links.to(ShelfResource::list, page == null ? 1 : page + 1, tags, word))
                            .rel("next")
                            .build())
                    .build();
        }

        @GET
        @Path("sizes")
        @Produces("text/plain")
        public String sizes(@QueryParam("size") final int[] sizes, @MatrixParam("color") final String[] colors) {
            return links.to(ShelfResource::sizes, sizes, colors).toString();
        }

        @Path("{name}/books")
        public BooksResource books() {
            return new BooksResource(links);
        }

        @GET
        @Path("wrong/{kind}")
        @Produces("text/plain")
        public String wrong(@PathParam("kind") final String kind) {
            return String.valueOf(
                    kind.equals("lambda")
                            ? links.to((ShelfResource shelf) -> shelf.get("a"))
                            : links.to(LinksTest::aLinkHasTheArgumentsEscaped));
        }
    }

    /** A sub-resource. */
    public static final class BooksResource {

        private final Links links;

        BooksResource(final Links links) {
            this.links = links;
        }

        @GET
        @Path("{number: \\d+}")
        @Produces("text/plain")
        public String book(@PathParam("number") final int number) {
            return links.to(BooksResource::book, number + 1).toString();
        }
    }

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> JZenith.application()
            .withPlugins(RestPlugin.withResources(ShelfResource.class))
            .withConfiguration("rest.context-path", "/api")
            .withConfiguration("rest.trusted-proxies", "127.0.0.1,::1"));

    @Test
    void aLinkHasTheArgumentsEscaped() {
        final TestResponse created = APP.http().post("/api/shelves", "");
        assertThat(created.status()).isEqualTo(201);
        final String location = created.header("Location").orElseThrow();
        assertThat(location).startsWith(APP.http().uri().toString().replaceAll("/$", ""));
        assertThat(location).endsWith("/api/shelves/a%2Fb%20c");
    }

    @Test
    void queryParametersWithoutAValueAreLeftOut() {
        assertThat(APP.http().get("/api/shelves?tag=x&tag=y%26z").header("Link").orElseThrow())
                .contains("/api/shelves?page=1&tag=x&tag=y%26z>")
                .contains("rel=\"next\"");
    }

    @Test
    void arraysRepeatAParameter() {
        assertThat(APP.http()
                        .get("/api/shelves/sizes;color=red;color=dark%20blue?size=1&size=2")
                        .body())
                .endsWith("/api/shelves/sizes;color=red;color=dark%20blue?size=1&size=2");
        assertThat(APP.http().get("/api/shelves/sizes").body()).endsWith("/api/shelves/sizes");
    }

    @Test
    void behindAProxyALinkIsTheClientsOwnView() {
        assertThat(APP.http()
                        .withHeader("Forwarded", "proto=https;host=shop.example")
                        .post("/api/shelves", "")
                        .header("Location"))
                .contains("https://shop.example/api/shelves/a%2Fb%20c");
    }

    @Test
    void theParametersOfALocatorAreThoseOfTheRequest() {
        assertThat(APP.http().get("/api/shelves/red/books/7").body()).endsWith("/api/shelves/red/books/8");
    }

    @Test
    void anythingButAReferenceToAResourceMethodFails() {
        assertThat(APP.http().get("/api/shelves/wrong/lambda").status()).isEqualTo(500);
        assertThat(APP.http().get("/api/shelves/wrong/class").status()).isEqualTo(500);
    }
}
