package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Single;
import io.reactivex.schedulers.Schedulers;
import io.smallrye.common.annotation.Blocking;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.UriInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Several event loops meet a fresh application at once, and several threads work for one request. */
final class TwoEventLoopsTest {

    private static final int CLIENTS = 8;
    private static final int THREADS = 4;
    private static final int PARAMETERS = 100;

    private static final Set<String> THREADS_SEEN = ConcurrentHashMap.newKeySet();

    record Item(String name, int number) {}

    @Produces("application/json")
    public static class Part {

        private final int number;

        Part(final int number) {
            this.number = number;
        }

        @GET
        @Path("{name}")
        public Single<Item> get(@PathParam("name") final String name, @Context final UriInfo uri) {
            return Single.just(new Item(name + uri.getQueryParameters().getFirst("a"), number));
        }

        @GET
        @Path("{name}/blocking")
        @Blocking
        public Item blocking(@PathParam("name") final String name, @Context final HttpHeaders headers) {
            return new Item(name + headers.getHeaderString("X-Own"), number);
        }
    }

    public static final class First extends Part {
        First(final int number) {
            super(number);
        }
    }

    public static final class Second extends Part {
        Second(final int number) {
            super(number);
        }
    }

    public static final class Third extends Part {
        Third(final int number) {
            super(number);
        }
    }

    @Path("/shop")
    @Produces("application/json")
    public static final class Shop {

        @Path("parts/{number}")
        public Part part(@PathParam("number") final int number) {
            return switch (number % 4) {
                case 0 -> new Part(number);
                case 1 -> new First(number);
                case 2 -> new Second(number);
                default -> new Third(number);
            };
        }

        @GET
        @Path("items/{number}")
        public Single<Item> item(@PathParam("number") final int number, @QueryParam("a") final String a) {
            THREADS_SEEN.add(Thread.currentThread().getName());
            return Single.just(new Item(a, number));
        }
    }

    /** Asks for what belongs to the request on several threads at the same moment. */
    @Path("/crowd")
    @Produces("text/plain")
    public static final class Crowd {

        private final UriInfo uri;
        private final HttpHeaders headers;
        private final ResourceInfo resource;

        @Inject
        Crowd(final UriInfo uri, final HttpHeaders headers, final ResourceInfo resource) {
            this.uri = uri;
            this.headers = headers;
            this.resource = resource;
        }

        @GET
        @Path("query")
        public Single<String> query() {
            return atOnce(() -> uri.getQueryParameters().size());
        }

        @GET
        @Path("headers")
        public Single<String> headers() {
            return atOnce(() -> headers.getRequestHeader("X-Own").get(0));
        }

        @GET
        @Path("resource")
        public Single<String> resource() {
            return atOnce(() -> resource.getResourceMethod().getName());
        }

        @GET
        @Path("uri")
        public Single<String> uri() {
            return atOnce(() -> uri.getAbsolutePath().getPath()
                    + uri.getRequestUri().getPath()
                    + uri.getMatchedURIs().size());
        }

        /** The blocking thread and others that it starts. */
        @GET
        @Path("blocking")
        @Blocking
        public String blocking() {
            return atOnce(() -> uri.getQueryParameters(false).size()
                            + headers.getHeaderString("X-Own")
                            + resource.getResourceMethod().getName())
                    .blockingGet();
        }

        private static Single<String> atOnce(final Callable<Object> question) {
            final CyclicBarrier together = new CyclicBarrier(THREADS);
            final Single<String> one = Single.fromCallable(() -> {
                        together.await(20, TimeUnit.SECONDS);
                        return question.call().toString();
                    })
                    .subscribeOn(Schedulers.io());
            return Single.merge(IntStream.range(0, THREADS).mapToObj(i -> one).toList())
                    .toList()
                    .map(answers -> answers.stream().distinct().sorted().collect(Collectors.joining(" or ")));
        }
    }

    @Test
    void aFreshApplicationIsMetBySeveralEventLoopsAtOnce() throws Exception {
        THREADS_SEEN.clear();
        final ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
        try {
            for (int round = 0; round < 8; round++) {
                try (RunningServer server = RunningServer.of(RestPlugin.withResources(Shop.class))) {
                    final CyclicBarrier together = new CyclicBarrier(CLIENTS);
                    final List<Future<?>> ends = new ArrayList<>();
                    for (int client = 0; client < CLIENTS; client++) {
                        ends.add(clients.submit(() -> {
                            ask(server, together);
                            return true;
                        }));
                    }
                    for (final Future<?> end : ends) {
                        end.get(60, TimeUnit.SECONDS);
                    }
                }
            }
        } finally {
            clients.shutdown();
        }
        assertThat(THREADS_SEEN).hasSizeGreaterThan(1);
    }

    private static void ask(final RunningServer server, final CyclicBarrier together) throws Exception {
        try (RawClient client = RawClient.to(server)) {
            together.await(20, TimeUnit.SECONDS);
            for (int number = 0; number < 12; number++) {
                assertThat(get(client, "/shop/items/" + number + "?a=x"))
                        .endsWith("{\"name\":\"x\",\"number\":" + number + "}");
                assertThat(get(client, "/shop/parts/" + number + "/part?a=y"))
                        .endsWith("{\"name\":\"party\",\"number\":" + number + "}");
                assertThat(get(client, "/shop/parts/" + number + "/part/blocking"))
                        .endsWith("{\"name\":\"partown\",\"number\":" + number + "}");
            }
        }
    }

    private static String get(final RawClient client, final String path) throws Exception {
        return client.send("GET " + path + " HTTP/1.1\r\nHost: a\r\nX-Own: own\r\n\r\n")
                .answer();
    }

    @ParameterizedTest
    @ValueSource(strings = {"query", "headers", "resource", "uri", "blocking"})
    void whatBelongsToARequestIsTheSameOnAllItsThreads(final String path) throws Exception {
        final String query = IntStream.range(0, PARAMETERS)
                .mapToObj(i -> "parameter" + i + "=" + i)
                .collect(Collectors.joining("&"));
        final String expected = switch (path) {
            case "query" -> Integer.toString(PARAMETERS);
            case "headers" -> "own";
            case "resource" -> "resource";
            case "uri" -> "/crowd/uri/crowd/uri2";
            default -> PARAMETERS + "ownblocking";
        };
        try (RunningServer server = RunningServer.of(RestPlugin.withResources(Crowd.class));
                RawClient client = RawClient.to(server)) {
            for (int i = 0; i < 200; i++) {
                assertThat(get(client, "/crowd/" + path + "?" + query)).endsWith("\r\n\r\n" + expected);
            }
        }
    }
}
