package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Single;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jboss.resteasy.annotations.cache.Cache;
import org.jboss.resteasy.annotations.cache.NoCache;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Cache-Control of responses, from annotations of methods and the default setting. */
@InTheClearAndOverTls
final class CacheControlTest {

    private static final String KEY = "rest.security-headers.cache-control";

    @TempDir
    private static java.nio.file.Path folder;

    // region cache
    @Path("/prices")
    @Produces(MediaType.TEXT_PLAIN)
    public static final class PriceResource {

        @GET
        @Cache(maxAge = 60, isPrivate = true)
        public Single<String> prices() {
            return Single.just("tea 3.50").delay(1, TimeUnit.MILLISECONDS);
        }

        @GET
        @Path("now")
        @NoCache
        public String now() {
            return "tea 3.60";
        }
    }
    // endregion

    @Path("/kinds")
    @Cache(maxAge = 5)
    public static final class Kinds {

        @GET
        @Path("stream")
        @Produces("application/json")
        public Flowable<Integer> stream() {
            return Flowable.range(1, 10_000);
        }

        @GET
        @Path("file")
        public java.nio.file.Path file() throws IOException {
            return Files.writeString(folder.resolve("file.txt"), "text");
        }

        @GET
        @Path("missing")
        public String missing() {
            throw new NotFoundException();
        }

        @POST
        @Path("post")
        public String post() {
            return "posted";
        }
    }

    @Path("/others")
    public static final class Others {

        @GET
        public String nothing() {
            return "x";
        }

        @GET
        @Path("own")
        public Response own() {
            return Response.ok("x").header("cache-control", "max-age=9").build();
        }

        @GET
        @Path("none")
        public Completable none() {
            return Completable.complete();
        }

        @GET
        @Path("events")
        @Produces(MediaType.SERVER_SENT_EVENTS)
        public Flowable<String> events() {
            return Flowable.just("x");
        }
    }

    private static RunningServer server(final Map<String, Object> settings) {
        return RunningServer.of(RestPlugin.withResources(PriceResource.class, Kinds.class, Others.class), settings);
    }

    private static List<String> of(final RunningServer.Answer answer) {
        return answer.response().headers().allValues("Cache-Control");
    }

    @Test
    void methodsAndClassesSayHowLongTheirAnswersAreGood() {
        try (RunningServer server = server(Map.of())) {
            assertThat(of(server.get("/prices"))).containsExactly("max-age=60, private");
            assertThat(of(server.send("HEAD", "/prices", ""))).containsExactly("max-age=60, private");
            assertThat(of(server.get("/prices/now"))).containsExactly("no-cache");
            assertThat(of(server.get("/kinds/stream"))).containsExactly("max-age=5");
            assertThat(of(server.get("/kinds/file"))).containsExactly("max-age=5");
            assertThat(of(server.get("/kinds/missing"))).isEmpty();
            assertThat(of(server.post("/kinds/post", ""))).isEmpty();
            assertThat(of(server.get("/others"))).isEmpty();
        }
    }

    @Test
    void theSettingIsForAnswersThatSayNothing() {
        try (RunningServer server = server(Map.of(KEY, "no-store"))) {
            for (final String path : List.of("/others", "/others/none", "/kinds/missing", "/nowhere")) {
                assertThat(of(server.get(path))).as(path).containsExactly("no-store");
            }
            assertThat(of(server.get("/prices"))).containsExactly("max-age=60, private");
            assertThat(of(server.get("/others/own"))).containsExactly("max-age=9");
            assertThat(of(server.get("/kinds/stream"))).containsExactly("max-age=5");
            assertThat(of(server.get("/kinds/file"))).containsExactly("max-age=5");
        }
        try (RunningServer server = server(Map.of(KEY, "private"))) {
            assertThat(of(server.get("/others/events"))).containsExactly("no-store");
        }
    }
}
