package org.jzenith.rest.internal.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.inject.Module;
import io.reactivex.Single;
import io.vertx.core.Context;
import io.vertx.core.json.JsonObject;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.ext.Provider;
import jakarta.ws.rs.ext.ReaderInterceptor;
import jakarta.ws.rs.ext.ReaderInterceptorContext;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.core.context.RequestContext;
import org.jzenith.rest.RestPlugin;
import org.jzenith.rest.RunningServer;

/** One client's documents do not affect others. */
final class ClientsJsonTest {

    private static final int LARGE = 300 * 1024;

    /** A bean that has opinions. */
    public static final class Opinion {

        static volatile CountDownLatch reading = new CountDownLatch(0);

        @NotNull
        public String text;

        private String fault;

        public String getFault() {
            return fault;
        }

        public void setFault(final String fault) throws InterruptedException {
            switch (fault) {
                case "program" -> throw new ArrayIndexOutOfBoundsException("of the program");
                case "state" -> throw new IllegalStateException("of the program");
                case "value" -> throw new IllegalArgumentException("of the client");
                case "slow" -> reading.await();
                default -> this.fault = fault;
            }
        }
    }

    /** Says where bodies are read. */
    @Provider
    public static final class Reading implements ReaderInterceptor {

        static volatile boolean onEventLoop;
        static volatile String request;

        @Override
        public Object aroundReadFrom(final ReaderInterceptorContext context)
                throws IOException, WebApplicationException {
            onEventLoop = Context.isOnEventLoopThread();
            request = RequestContext.current().id();
            return context.proceed();
        }
    }

    @Path("/")
    @Produces(MediaType.TEXT_PLAIN)
    public static final class Resource {

        private static String where(final int size) {
            return size
                    + (Context.isOnEventLoopThread() ? " on the event loop" : " elsewhere")
                    + (RequestContext.current().id().equals(Reading.request) ? "" : " of another request");
        }

        @POST
        @Path("map")
        public int map(final Map<String, Object> map) {
            return map.size();
        }

        @POST
        @Path("bean")
        public String bean(@Valid final Opinion bean) {
            return where(bean.text.length());
        }

        @POST
        @Path("later")
        public Single<String> later(final Opinion bean) {
            return Single.just(bean).map(read -> where(read.text.length()));
        }

        @POST
        @Path("nothing")
        public Single<String> nothing(final Opinion bean) {
            return null;
        }

        @POST
        @Path("stage")
        public CompletionStage<String> stage(final Opinion bean) {
            return CompletableFuture.completedFuture(where(bean.text.length()));
        }

        @POST
        @Path("single")
        public Single<String> single(final Single<Opinion> bean) {
            return bean.map(read -> where(read.text.length())).onErrorReturnItem("unreadable");
        }

        @POST
        @Path("list")
        public String list(final List<Map<String, String>> list) {
            return where(list.get(0).get("text").length());
        }

        @POST
        @Path("json-object")
        public String jsonObject(final JsonObject json) {
            return where(json.getString("text").length());
        }

        @POST
        @Path("node")
        public String node(final JsonNode json) {
            return where(json.get("text").asText().length());
        }

        @POST
        @Path("optional")
        public String optional(final Optional<JsonNode> json) {
            return where(json.orElseThrow().get("text").asText().length());
        }

        @POST
        @Path("suspended")
        public void suspended(final JsonNode json, @Suspended final AsyncResponse response) {
            response.resume(where(json.get("text").asText().length()));
        }
    }

    private static RunningServer server(final Module... modules) {
        return RunningServer.of(
                RestPlugin.withResources(Resource.class).withProviders(Reading.class), Map.of(), modules);
    }

    /** Names that Jackson gives one hash, whatever its seed is. */
    private static String namesOfOneHash(final int count) {
        final int inverseOf33 = 0x3e0f83e1;
        final StringBuilder json = new StringBuilder(count * 13).append('{');
        int found = 0;
        for (int i = 0; found < count; i++) {
            final int first = (' ' + 1 + i % 90) << 24
                    | (' ' + 1 + i / 90 % 90) << 16
                    | (' ' + 1 + i / 8_100 % 90) << 8
                    | (' ' + 1 + i / 729_000);
            int hash = first + (first >>> 15);
            hash ^= hash >>> 9;
            final int second = (0x2468ace0 - hash) * inverseOf33;
            if (isPlain(first) && isPlain(second)) {
                json.append(found++ == 0 ? "\"" : ",\"")
                        .append(text(first))
                        .append(text(second))
                        .append("\":1");
            }
        }
        return json.append('}').toString();
    }

    private static boolean isPlain(final int quad) {
        for (int shift = 0; shift < 32; shift += 8) {
            final int c = quad >>> shift & 255;
            if (c <= ' ' || c > 126 || c == '"' || c == '\\') {
                return false;
            }
        }
        return true;
    }

    private static String text(final int quad) {
        return "" + (char) (quad >>> 24) + (char) (quad >>> 16 & 255) + (char) (quad >>> 8 & 255) + (char) (quad & 255);
    }

    private static String names(final int count, final String prefix) {
        final StringBuilder json = new StringBuilder("{");
        for (int i = 0; i < count; i++) {
            json.append(i == 0 ? "\"" : ",\"").append(prefix).append(i).append("\":1");
        }
        return json.append('}').toString();
    }

    @Test
    void namesOfOneHashDoNotBreakTheDocumentsOfOthers() {
        try (RunningServer server = server()) {
            attackAndRead(server);
        }
    }

    @Test
    void norDoTheyWithAMapperOfTheApplication() {
        try (RunningServer server =
                server(binder -> binder.bind(ObjectMapper.class).toInstance(new ObjectMapper()))) {
            attackAndRead(server);
        }
    }

    private static void attackAndRead(final RunningServer server) {
        final String attack = namesOfOneHash(50_000);
        for (int round = 0; round < 2; round++) {
            final RunningServer.Answer read = server.post("/map", attack);
            for (int i = 0; i < 20; i++) {
                assertThat(server.post("/map", names(20, "name" + round + "of" + i))
                                .body())
                        .isEqualTo("20");
            }
            assertThat(read.status()).isEqualTo(400);
        }
    }

    @Test
    void whatFailsInTheProgramIs500AndWhatIsWrongWithTheDocument400() {
        try (RunningServer server = server()) {
            for (final String padding : List.of("", "x".repeat(LARGE))) {
                for (final String path : List.of("/bean", "/later", "/stage", "/suspended")) {
                    final String end = "\",\"text\":\"" + padding + "\"}";
                    if (!path.equals("/suspended")) {
                        assertThat(server.post(path, "{\"fault\":\"program" + end)
                                        .status())
                                .isEqualTo(500);
                        assertThat(server.post(path, "{\"fault\":\"state" + end).status())
                                .isEqualTo(500);
                        assertThat(server.post(path, "{\"fault\":\"value" + end).status())
                                .isEqualTo(400);
                    }
                    assertThat(server.post(path, "{\"fault\":" + padding + "x" + end)
                                    .status())
                            .isEqualTo(400);
                }
                assertThat(server.post("/bean", "{\"fault\":\"" + padding + "\"}")
                                .status())
                        .isEqualTo(400);
                assertThat(server.post("/nothing", "{\"text\":\"" + padding + "\"}")
                                .status())
                        .isEqualTo(500);
                assertThat(server.post("/single", "{\"fault\":" + padding + "x}")
                                .body())
                        .isEqualTo("unreadable");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"bean", "later", "stage", "single", "list", "json-object", "node", "optional", "suspended"})
    void largeDocumentsAreReadElsewhereAndTheRequestGoesOnOnItsEventLoop(final String path) {
        try (RunningServer server = server()) {
            for (final int size : new int[] {10, LARGE}) {
                final String bean = "{\"text\":\"" + "x".repeat(size) + "\"}";
                assertThat(server.post("/" + path, path.equals("list") ? "[" + bean + "]" : bean)
                                .body())
                        .isEqualTo(size + " on the event loop");
                assertThat(Reading.onEventLoop).isEqualTo(size < LARGE);
            }
        }
    }

    @Test
    void aDocumentThatIsReadForTooLongIs503AndHoldsNobodyUp() {
        Opinion.reading = new CountDownLatch(1);
        try (RunningServer server = RunningServer.of(
                RestPlugin.withResources(Resource.class).withProviders(Reading.class),
                Map.of("rest.request-timeout", "1s"))) {
            final String bean = "{\"fault\":\"slow\",\"text\":\"" + "x".repeat(LARGE) + "\"}";
            assertThat(server.post("/bean", bean).status()).isEqualTo(503);
            assertThat(server.post("/bean", "{\"text\":\"x\"}").status()).isEqualTo(200);
            Opinion.reading.countDown();
            assertThat(server.post("/bean", bean).status()).isEqualTo(200);
        }
    }
}
