package org.jzenith.restclient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.reactivex.Flowable;
import io.reactivex.Single;
import io.reactivex.subscribers.TestSubscriber;
import io.vertx.core.buffer.Buffer;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Response;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.page.Page;
import org.jzenith.core.page.PageRequest;
import org.jzenith.rest.RestPlugin;
import org.jzenith.restclient.ArticlesApi.Article;
import org.jzenith.restclient.response.RemoteProblemException;

/** A resource and a client of the same interface understand each other. */
final class ServerAndClientAgreeTest {

    private static RunningApplication server;
    private static Clients clients;
    private static Clients http2;

    @BeforeAll
    static void start() {
        server = JZenith.application()
                .withoutConfigurationFiles()
                .withPlugins(RestPlugin.withResources(ArticlesResource.class, PagesResource.class))
                .withOverridingConfiguration("rest.port", 0)
                .withOverridingConfiguration("jzenith.idle-grace", "0s")
                .run();
        clients = Clients.of(Map.of("url", server.uri()));
        http2 = Clients.of(Map.of("url", server.uri(), "http2", true));
    }

    @AfterAll
    static void stop() {
        clients.close();
        http2.close();
        server.close();
    }

    private static ArticlesApi api(final boolean overHttp2) {
        return (overHttp2 ? http2 : clients).articles();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void bodiesAndStatuses(final boolean overHttp2) {
        final ArticlesApi api = api(overHttp2);
        assertThat(api.find("tea pot/ä?").blockingGet()).isEqualTo(new Article("tea pot/ä?", "Tea pot", 3));
        assertThat(api.find("none").blockingGet()).isNull();
        assertThat(api.create(new Article("1", "Cup", 1)).blockingGet()).isEqualTo(new Article("1", "Cup", 2));
        assertThat(api.replace("1", new Article("1", "Cup", 1)).blockingGet()).isNull();
        assertThat(api.replace("1", new Article("2", "Cup", 1)).blockingGet())
                .isInstanceOfSatisfying(
                        RemoteProblemException.class,
                        e -> assertThat(e.status()).isEqualTo(409));
        assertThat(api.rename("1", "größer").blockingGet()).isEqualTo("1 is größer");
        assertThat(api.remove("1").blockingGet()).isNull();
        assertThat(api.reverse(new byte[] {1, 2, 3}).blockingGet()).containsExactly(3, 2, 1);
        assertThat(api.form("a b&c", List.of(1, 2)).blockingGet()).isEqualTo("a b&c[1, 2]");
        final Response head = api.head("1").blockingGet();
        assertThat(head.getStatus()).isEqualTo(200);
        assertThat(head.getHeaderString("X-Pieces")).isEqualTo("3");
    }

    @Test
    void parametersInAllPlaces() {
        final UUID id = UUID.randomUUID();
        assertThat(api(false)
                        .text(
                                "a/b",
                                "x/y z",
                                "1+1=2&3 ä",
                                LocalDate.of(2026, 2, 3),
                                ArticlesApi.Color.GREEN,
                                List.of("p q", "r;s"),
                                id,
                                "cup",
                                "left;right",
                                null)
                        .blockingGet())
                .isEqualTo("a/b|x/y z|1+1=2&3 ä|2026-02-03|GREEN|[p q, r;s]|" + id + "|cup|left;right|7");
    }

    @Test
    void beansOfParameters() {
        final ArticlesApi.Filter filter = new ArticlesApi.Filter();
        filter.shop = "north";
        filter.tags = List.of("a", "b");
        assertThat(api(false).bean(filter).blockingGet()).isEqualTo("1|north|[a, b]");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void streamsOfEachKind(final boolean overHttp2) {
        final ArticlesApi api = api(overHttp2);
        for (final Flowable<Article> stream : List.of(api.json(1000), api.lines(1000), api.events(1000))) {
            final List<Article> all = stream.toList().blockingGet();
            assertThat(all).hasSize(1000);
            assertThat(all.get(999)).isEqualTo(new Article("a1000", "brackets ], { and \" quotes", 1000));
        }
        assertThat(api.json(0).toList().blockingGet()).isEmpty();
        assertThat(api.pieces(1000).map(Buffer::length).reduce(0, Integer::sum).blockingGet())
                .isEqualTo(1_000_000);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void uploadsAreStreamed(final boolean overHttp2) {
        assertThat(api(overHttp2)
                        .upload(Flowable.range(1, 1000).map(each -> Buffer.buffer(new byte[1000])))
                        .blockingGet())
                .isEqualTo("1000000");
    }

    /** The resource's method takes buffers. */
    @Path("/articles")
    public interface BytesApi {

        @POST
        @Path("/uploads")
        Single<String> upload(Flowable<byte[]> content);
    }

    @Test
    void byteArraysAreThePiecesOfABody() {
        try (Clients bytes = Clients.of(Map.of("url", server.uri()), BytesApi.class, ArticlesResource.class)) {
            assertThat(bytes.application()
                            .get(BytesApi.class)
                            .upload(Flowable.range(1, 10).map(each -> new byte[1000]))
                            .blockingGet())
                    .isEqualTo("10000");
        }
    }

    /** Pages of one article each. */
    @Path("/pages")
    @Produces("application/json")
    public static final class PagesResource {

        @GET
        public Single<Page<Article>> list(@QueryParam("offset") final int offset) {
            final PageRequest request = PageRequest.offset(offset, 1);
            final Article article = new Article("a" + offset, "Cup", offset);
            return Single.just(Page.of(List.of(article), request, request.at(offset + 1)));
        }
    }

    /** The methods of the pages return lists. */
    @Path("/pages")
    @Produces("application/json")
    public interface ListsApi {

        @GET
        Single<List<Article>> list(@QueryParam("offset") int offset);
    }

    @Test
    void aPageIsAListOfTheClient() {
        try (Clients lists = Clients.of(Map.of("url", server.uri()), ListsApi.class, PagesResource.class)) {
            assertThat(lists.application().get(ListsApi.class).list(3).blockingGet())
                    .containsExactly(new Article("a3", "Cup", 3));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void elementsAreSentAsTheyAreProduced(final boolean overHttp2) {
        final ArticlesApi api = api(overHttp2);
        final Flowable<Article> articles =
                Flowable.range(1, 1000).map(each -> new Article("a" + each, "line\nbreak ], {", each));
        assertThat(api.importArray(articles).blockingGet()).isEqualTo("array 500500");
        assertThat(api.importLines(articles).blockingGet()).isEqualTo("lines 500500");
        assertThat(api.importArray(Flowable.empty()).blockingGet()).isEqualTo("array 0");
        assertThat(api.importLines(Flowable.empty()).blockingGet()).isEqualTo("lines 0");
        assertThat(api.importArray(articles.concatWith(Flowable.error(new IllegalStateException("no more"))))
                        .test()
                        .awaitDone(20, TimeUnit.SECONDS)
                        .errors())
                .isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void withoutDemandTheServiceStopsToProduce(final boolean overHttp2) throws InterruptedException {
        final int before = ArticlesResource.PRODUCED.get();
        final TestSubscriber<Buffer> slow = api(overHttp2).pieces(1_000_000).test(0);
        slow.request(1);
        slow.awaitCount(1);
        slow.assertNoErrors();
        int last = -1;
        while (last != ArticlesResource.PRODUCED.get()) {
            last = ArticlesResource.PRODUCED.get();
            TimeUnit.MILLISECONDS.sleep(300);
        }
        assertThat(last - before).isLessThan(100_000);
        slow.cancel();
        awaitNoCalls(overHttp2 ? http2 : clients);
    }

    static void awaitNoCalls(final Clients of) throws InterruptedException {
        final long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (of.used() > 0 && System.nanoTime() < until) {
            TimeUnit.MILLISECONDS.sleep(5);
        }
        assertThat(of.used()).isZero();
    }

    @Test
    void aPathCannotBeLeft() {
        assertThat(catchThrowableOfType(
                        IllegalArgumentException.class, () -> api(false).remove("..")))
                .hasMessageContaining("'.' or '..' segment");
    }
}
