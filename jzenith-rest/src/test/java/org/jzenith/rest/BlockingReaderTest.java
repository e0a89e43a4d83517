package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reactivex.Flowable;
import io.reactivex.Single;
import io.smallrye.common.annotation.Blocking;
import io.vertx.core.Context;
import jakarta.ws.rs.BadRequestException;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.ext.MessageBodyReader;
import java.io.IOException;
import java.io.InputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.core.problem.StartException;

/** A reader that may block does not read on an event loop. */
@InTheClearAndOverTls
final class BlockingReaderTest {

    public record Order(String text) {}

    /** A type with a reader that does not block. */
    public record Plain(String text) {}

    @Blocking
    @Consumes({"text/plain", "application/json"})
    public static final class OrderReader implements MessageBodyReader<Order> {

        @Override
        public boolean isReadable(
                final Class<?> type, final Type generic, final Annotation[] annotations, final MediaType mediaType) {
            return type == Order.class;
        }

        @Override
        public Order readFrom(
                final Class<Order> type,
                final Type generic,
                final Annotation[] annotations,
                final MediaType mediaType,
                final MultivaluedMap<String, String> headers,
                final InputStream body)
                throws IOException {
            final String text = new String(body.readAllBytes(), StandardCharsets.UTF_8);
            if (text.equals("bad")) {
                throw new BadRequestException("no order");
            }
            return new Order(text + " read on " + thread());
        }
    }

    @Consumes("text/plain")
    public static final class PlainReader implements MessageBodyReader<Plain> {

        @Override
        public boolean isReadable(
                final Class<?> type, final Type generic, final Annotation[] annotations, final MediaType mediaType) {
            return type == Plain.class;
        }

        @Override
        public Plain readFrom(
                final Class<Plain> type,
                final Type generic,
                final Annotation[] annotations,
                final MediaType mediaType,
                final MultivaluedMap<String, String> headers,
                final InputStream body) {
            return new Plain("read on " + thread());
        }
    }

    private static String thread() {
        return Context.isOnEventLoopThread() ? "event loop" : "worker";
    }

    @Path("/")
    @Consumes("text/plain")
    @Produces("text/plain")
    public static final class Orders {

        @POST
        @Path("value")
        public String value(final Order order) {
            return order.text() + ", called on " + thread();
        }

        @POST
        @Path("optional")
        public String optional(final Optional<Order> order) {
            return order.orElseThrow().text() + ", called on " + thread();
        }

        @POST
        @Path("single")
        public Single<String> single(final Single<Order> order) {
            final String called = ", called on " + thread();
            return order.map(each -> each.text() + called);
        }

        @POST
        @Path("blocking")
        @Blocking
        public String blocking(final Order order) {
            return order.text() + ", called on " + thread();
        }

        @POST
        @Path("plain")
        public String plain(final Plain plain) {
            return plain.text() + ", called on " + thread();
        }
    }

    @Path("/")
    public static final class Elements {

        @POST
        public Single<Long> count(final Flowable<Order> orders) {
            return orders.count();
        }
    }

    private static RunningServer server;

    @BeforeAll
    static void start() {
        server = RunningServer.of(
                RestPlugin.withResources(Orders.class).withProviders(OrderReader.class, PlainReader.class));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static RunningServer.Answer post(final String path, final String body) {
        return server.send("POST", path, body, "Content-Type", "text/plain");
    }

    @ParameterizedTest
    @ValueSource(strings = {"value", "optional", "single"})
    void itReadsOnAWorkerAndTheMethodIsCalledOnTheEventLoop(final String path) {
        for (int i = 0; i < 2; i++) {
            assertThat(post("/" + path, "tea").body()).isEqualTo("tea read on worker, called on event loop");
        }
    }

    @Test
    void aBlockingMethodIsCalledWhereItsBodyIsRead() {
        assertThat(post("/blocking", "tea").body()).isEqualTo("tea read on worker, called on worker");
    }

    @Test
    void otherReadersReadOnTheEventLoop() {
        assertThat(post("/plain", "x").body()).isEqualTo("read on event loop, called on event loop");
    }

    @ParameterizedTest
    @ValueSource(strings = {"value", "optional", "single", "blocking"})
    void whatItThrowsIsAnswered(final String path) {
        assertThat(post("/" + path, "bad").status()).isEqualTo(400);
    }

    @Test
    void itCannotReadTheElementsOfAFlowable() {
        assertThatThrownBy(() -> RunningServer.of(
                        RestPlugin.withResources(Elements.class).withProviders(OrderReader.class)))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("io.reactivex.Flowable<")
                .hasMessageContaining("OrderReader, has @Blocking, but elements are read on the event loop")
                .hasMessageContaining("Take the body as");
    }
}
