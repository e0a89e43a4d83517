package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.inject.AbstractModule;
import com.google.inject.TypeLiteral;
import io.reactivex.Flowable;
import io.reactivex.Single;
import io.vertx.core.buffer.Buffer;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.core.context.ContextElement;
import org.jzenith.core.context.ContextElements;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.observe.EventObserver;
import org.jzenith.core.observe.Observers;
import org.jzenith.core.observe.RequestEvent;

/** The events of requests that observers receive. */
class RequestEventsTest {

    /** Methods that answer, do not, and fail. */
    @Path("/teas")
    @Produces("text/plain")
    public static final class Teas {

        @GET
        @Path("{name}")
        public Single<String> one(@PathParam("name") final String name) {
            return switch (name) {
                case "broken" -> Single.error(new IllegalStateException("on purpose"));
                case "never" -> Single.never();
                default -> Single.just(name);
            };
        }

        @GET
        @Path("spilled/stream")
        public Flowable<Buffer> spilled() {
            return Flowable.range(0, 50)
                    .map(each -> Buffer.buffer("x".repeat(1000)))
                    .concatWith(Flowable.error(new IllegalStateException("spilled")));
        }

        @POST
        public String post(final String body) {
            return body;
        }
    }

    private final BlockingQueue<RequestEvent> events = new LinkedBlockingQueue<>();

    private RunningServer server() {
        return RunningServer.of(RestPlugin.withResources(Teas.class), new AbstractModule() {
            @Override
            protected void configure() {
                Observers.binder(binder()).addBinding().toInstance(new EventObserver<RequestEvent>() {
                    @Override
                    public Class<RequestEvent> events() {
                        return RequestEvent.class;
                    }

                    @Override
                    public void observe(final RequestEvent event) {
                        events.add(event);
                    }
                });
            }
        });
    }

    private RequestEvent next() throws InterruptedException {
        return events.poll(20, TimeUnit.SECONDS);
    }

    @Test
    void aRequestIsBegunMatchedAndAnswered() throws Exception {
        try (RunningServer server = server()) {
            server.get("/teas/green?cup=1", "X-Cup", "blue");
            assertThat(next()).isInstanceOfSatisfying(RequestEvent.Begun.class, begun -> {
                assertThat(begun.plugin()).isEqualTo("rest");
                assertThat(begun.method()).isEqualTo("GET");
                assertThat(begun.target()).isEqualTo("/teas/green?cup=1");
                assertThat(begun.version()).isEqualTo("HTTP/1.1");
            });
            final RequestEvent matched = next();
            assertThat(matched).isInstanceOfSatisfying(RequestEvent.Matched.class, route -> {
                assertThat(route.route()).isEqualTo("/teas/{name}");
                assertThat(route.handler()).isEqualTo("Teas.one");
            });
            assertThat(next()).isInstanceOfSatisfying(RequestEvent.Answered.class, answered -> {
                assertThat(answered.status()).isEqualTo(200);
                assertThat(answered.bytes()).isEqualTo(5);
                assertThat(answered.error()).isNull();
                assertThat(answered.request()).isSameAs(matched.request());
                assertThat(answered.method()).isEqualTo("GET");
                assertThat(answered.route()).isSameAs(((RequestEvent.Matched) matched).route());
                assertThat(answered.request().route()).isSameAs(answered.route());
                assertThat(answered.duration()).isPositive();
                assertThat(answered.times()).isNull();
            });
        }
    }

    @Test
    void aFailureIsTold() throws Exception {
        try (RunningServer server = server()) {
            server.get("/teas/broken");
            next();
            next();
            assertThat(next()).isInstanceOfSatisfying(RequestEvent.Answered.class, answered -> {
                assertThat(answered.status()).isEqualTo(500);
                assertThat(answered.error()).hasMessage("on purpose");
            });
        }
    }

    @Test
    void aFailureAfterTheFirstByteIsTold() throws Exception {
        try (RunningServer server = server();
                RawClient client = RawClient.to(server)) {
            client.send("GET /teas/spilled/stream HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(client.untilClose()).contains(" 200 OK");
            next();
            next();
            assertThat(next())
                    .isInstanceOfSatisfying(
                            RequestEvent.Disposed.class,
                            disposed -> assertThat(disposed.error()).hasMessage("spilled"));
        }
    }

    @Test
    void whatNothingMatchesIsBegunAndAnswered() throws Exception {
        try (RunningServer server = server()) {
            server.get("/nowhere");
            assertThat(next()).isInstanceOf(RequestEvent.Begun.class);
            assertThat(next())
                    .isInstanceOfSatisfying(
                            RequestEvent.Answered.class,
                            answered -> assertThat(answered.status()).isEqualTo(404));
        }
    }

    @ParameterizedTest
    @CsvSource({"GET /teas/green HTTP/1.2, 505", "GET\u0000 / HTTP/1.1, 400", "GET /%zz HTTP/1.1, 400"})
    void whatCannotBeReadIsAnsweredAllTheSame(final String start, final int status) throws Exception {
        try (RunningServer server = server();
                RawClient client = RawClient.to(server)) {
            client.send(start + "\r\nHost: a\r\n\r\n");
            assertThat(client.untilClose()).startsWith("HTTP/1.1 " + status + " ");
            assertThat(next()).isInstanceOf(RequestEvent.Begun.class);
            assertThat(next())
                    .isInstanceOfSatisfying(
                            RequestEvent.Answered.class,
                            answered -> assertThat(answered.status()).isEqualTo(status));
        }
    }

    @Test
    void aClientThatLeavesIsTold() throws Exception {
        try (RunningServer server = server()) {
            try (RawClient client = RawClient.to(server)) {
                client.send("GET /teas/never HTTP/1.1\r\nHost: a\r\n\r\n");
                next();
                assertThat(next()).isInstanceOf(RequestEvent.Matched.class);
            }
            assertThat(next())
                    .isInstanceOfSatisfying(
                            RequestEvent.Disposed.class,
                            disposed -> assertThat(disposed.error()).isNull());
            assertThat(events).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aClientThatLeavesInTheMiddleOfItsBodyIsTold(final boolean http2) throws Exception {
        try (RunningServer server = server()) {
            if (http2) {
                try (RawHttp2Client client = RawHttp2Client.to(server, 65_535)) {
                    client.begin(1, "POST", "/teas");
                    client.data(1, 10);
                    next();
                    assertThat(next()).isInstanceOf(RequestEvent.Matched.class);
                    client.reset(1);
                    assertThat(next()).isInstanceOf(RequestEvent.Disposed.class);
                }
            } else {
                try (RawClient client = RawClient.to(server)) {
                    client.send("POST /teas HTTP/1.1\r\nHost: a\r\nContent-Length: 20\r\n\r\nhalf of it");
                    next();
                    assertThat(next()).isInstanceOf(RequestEvent.Matched.class);
                }
                assertThat(next()).isInstanceOf(RequestEvent.Disposed.class);
            }
        }
        assertThat(events).isEmpty();
    }

    @Test
    void elementsOfTheContextFollowARequest() {
        final ThreadLocal<String> current = new ThreadLocal<>();
        try (RunningServer server = RunningServer.of(RestPlugin.withResources(Seen.class), new AbstractModule() {
            @Override
            protected void configure() {
                bind(new TypeLiteral<ThreadLocal<?>>() {}).toInstance(current);
                ContextElements.binder(binder()).addBinding().toInstance(element(current));
            }
        })) {
            assertThat(server.get("/seen").body()).isEqualTo("there, there");
            assertThat(List.of(server.get("/seen").body())).containsExactly("there, there");
        }
    }

    /** Says what it sees on the event loop and on another thread. */
    @Path("/seen")
    @Produces("text/plain")
    public static final class Seen {

        private final ThreadLocal<?> current;

        @jakarta.inject.Inject
        Seen(final ThreadLocal<?> current) {
            this.current = current;
        }

        @GET
        public Single<String> both() {
            final Object here = current.get();
            return Single.just(here)
                    .observeOn(io.reactivex.schedulers.Schedulers.computation())
                    .map(first -> first + ", " + current.get());
        }
    }

    private static ContextElement<String> element(final ThreadLocal<String> current) {
        return new ContextElement<>() {
            @Override
            public String capture(final RequestContext request) {
                return current.get();
            }

            @Override
            public void enter(final RequestContext request, final String captured) {
                current.set("there");
            }

            @Override
            public void leave(final RequestContext request) {
                current.remove();
            }
        };
    }
}
