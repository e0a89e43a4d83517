package org.jzenith.javascript;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jzenith.test.internal.leak.Polling.until;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import io.reactivex.subjects.MaybeSubject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.WebApplicationException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.rest.RestPlugin;
import org.jzenith.restclient.RestClientPlugin;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.TestResponse;

/** The objects {@code http}, {@code fetch}, {@code settings} and {@code identity} of handlers. */
class ScriptObjectsTest {

    /** An article of the other service. */
    public record Article(long id, String title) {}

    /** The client of the other service. */
    @Path("/articles")
    public interface ArticlesClient {

        @GET
        @Path("/{id}")
        Maybe<Article> find(@PathParam("id") long id);

        @POST
        Single<Article> add(Article article);

        @GET
        Flowable<Article> all();

        @POST
        @Path("/fail/{status}")
        Completable fail(@PathParam("status") int status);
    }

    /** The other service. */
    @Path("/articles")
    public static final class ArticlesService {

        /** The article with the id 9, which never arrives. */
        static final MaybeSubject<Article> NEVER = MaybeSubject.create();

        @GET
        @Path("/{id}")
        public Maybe<Article> find(
                @PathParam("id") final long id, @HeaderParam("X-Test") final @Nullable String header) {
            return id == 1 ? Maybe.just(new Article(1, header == null ? "First" : "Tested")) : Maybe.empty();
        }

        @GET
        @Path("/9")
        public Maybe<Article> never() {
            return NEVER;
        }

        @POST
        public Single<Article> add(final Article article) {
            return Single.just(new Article(article.id() + 1, article.title()));
        }

        @GET
        public Flowable<Article> all() {
            return Flowable.range(1, 100).map(i -> new Article(i, "Article " + i));
        }

        @POST
        @Path("/fail/{status}")
        public Completable fail(@PathParam("status") final int status) {
            return Completable.error(new WebApplicationException(status));
        }
    }

    @RegisterExtension
    @Order(1)
    static final JZenithExtension SERVICE = JZenithExtension.of(
            () -> JZenith.application().withPlugins(RestPlugin.withResources(ArticlesService.class)));

    @RegisterExtension
    @Order(2)
    static final JZenithExtension APP = JZenithExtension.of(() -> JZenith.application()
            .withPlugins(
                    RestPlugin.withResources(),
                    RestClientPlugin.of(ArticlesClient.class, "articles"),
                    JavaScriptPlugin.at("/api", "object-handlers"))
            .withConfiguration("rest-client.articles.url", url(""))
            .withConfiguration("rest-client.articles.request-timeout", "1m")
            .withConfiguration("javascript.settings.greeting", "Hello")
            .withConfiguration("javascript.settings.page-size", 20)
            .withConfiguration(
                    "javascript.fetch-hosts",
                    "localhost:" + SERVICE.application().port()));

    private static String url(final String path) {
        return "http://localhost:" + SERVICE.application().port() + path;
    }

    @Test
    void handlersCallTheMethodsOfAClient() {
        assertThat(APP.http().get("/api/articles/1").body()).isEqualTo("{\"id\":1,\"title\":\"First\"}");
        assertThat(APP.http().get("/api/articles/2").status()).isEqualTo(404);
        assertThat(APP.http()
                        .post("/api/articles", Map.of("id", 7, "title", "New"))
                        .body())
                .isEqualTo("{\"id\":8,\"title\":\"New\"}");
    }

    /** Text of a client must not become an object that the handler has not made. */
    @Test
    void aTextIsNoObject() {
        APP.http().post("/api/articles/text", Map.of("id", 7, "title", "New")).expectStatus(500);
    }

    @Test
    void aStreamOfAServiceIsPassedOn() {
        assertThat(APP.http().get("/api/articles").asList(Article.class))
                .hasSize(100)
                .contains(new Article(100, "Article 100"));
    }

    @Test
    void anErrorOfAServiceHasItsStatus() {
        assertThat(APP.http().get("/api/status/404").body()).isEqualTo("RemoteProblem 404");
        assertThat(APP.http().get("/api/status/409").body()).isEqualTo("RemoteProblem 409");
        assertThat(APP.http().get("/api/uncaught").status()).isEqualTo(502);
    }

    @Test
    void aWrongCallSaysWhatIsWrong() {
        assertThat(APP.http().get("/api/wrong").status()).isEqualTo(500);
    }

    @Test
    void settingsAreThoseBelowThePrefix() {
        assertThat(APP.http().get("/api/settings").body())
                .isIn("{\"greeting\":\"Hello\",\"page-size\":\"20\"}", "{\"page-size\":\"20\",\"greeting\":\"Hello\"}");
    }

    @Test
    void anAnonymousClientHasNoIdentity() {
        assertThat(APP.http().get("/api/identity").body()).isEqualTo("nobody");
    }

    @Test
    void fetchReachesTheAllowedHosts() {
        final TestResponse found = APP.http().get("/api/fetch?url=" + url("/articles/1"));
        assertThat(found.json().get("status").asInt()).isEqualTo(200);
        assertThat(found.json().get("ok").asBoolean()).isTrue();
        assertThat(found.json().get("type").asText()).startsWith("application/json");
        assertThat(found.json().get("body").asText()).isEqualTo("{\"id\":1,\"title\":\"Tested\"}");
        assertThat(APP.http()
                        .get("/api/fetch?url=" + url("/nothing"))
                        .json()
                        .get("status")
                        .asInt())
                .isEqualTo(404);
        assertThat(APP.http()
                        .post("/api/fetch?url=" + url("/articles"), Map.of("id", 1, "title", "Sent"))
                        .body())
                .isEqualTo("Sent");
    }

    @Test
    @Timeout(20)
    void callsAreCancelledWhenTheClientLeaves() throws IOException {
        for (final String path : List.of("/api/articles/9", "/api/fetch?url=" + url("/articles/9"))) {
            SqlFaultsTest.leave(APP.application().port(), "GET " + path, ArticlesService.NEVER::hasObservers);
            until(() -> !ArticlesService.NEVER.hasObservers());
        }
    }

    @Test
    void fetchReachesNoOtherHost() {
        assertThat(APP.http()
                        .get("/api/fetch?url=http://127.0.0.1:"
                                + SERVICE.application().port() + "/articles/1")
                        .status())
                .isEqualTo(500);
        assertThat(APP.http().get("/api/fetch?url=http://localhost:1/").status())
                .isEqualTo(500);
        assertThat(APP.http().get("/api/fetch?url=file:///etc/passwd").status()).isEqualTo(500);
    }
}
