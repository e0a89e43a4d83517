package org.jzenith.http.internal.vertx;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.channel.ServerChannel;
import io.netty.channel.SingleThreadEventLoop;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.core.internal.vertx.VertxThreads;
import org.jzenith.http.handler.Await;

/** Internals of Vert.x's HTTP server on which this package relies. docs/internals.md lists them. */
final class InnerTypesTest {

    private static final String HANDED_OVER = "Vert.x has changed: HttpServerImpl.childHandler must be called for each"
            + " connection before its first byte, and HttpServerWorker.accept must add the handlers of its protocol;"
            + " otherwise silent connections are neither counted nor closed";
    private static final String CHANNEL =
            "Vert.x has changed: a connection must give its channel; retry times and guards of HTTP/2 are kept there";
    private static final String HEADERS = "Vert.x has changed: HeadersMultiMap must iterate over its fields and encode"
            + " itself; otherwise a second Host is not seen";

    private static final String REGION =
            "Vert.x has changed: a connection must write a region of a file behind the head,"
                    + " tell when it is written, and have a ChunkedWriteHandler where it needs to see the bytes; otherwise files"
                    + " are sent wrong";
    private static final String MEDIA_TYPES =
            "Vert.x has changed: MimeMapping must know the media types of files; otherwise they are sent without";

    private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
    private final List<String> seen = new CopyOnWriteArrayList<>();
    private final List<Channel> channels = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() throws Exception {
        get(vertx.close());
    }

    private static <T> T get(final Future<T> future) throws Exception {
        return future.toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
    }

    private HttpServer open(final Handler<HttpServerRequest> requests) throws Exception {
        final HttpServer server = VertxHttp.server(
                vertx, new HttpServerOptions().setPort(0).setHost("localhost"), loop -> new Recorded());
        return get(server.requestHandler(requests)
                .invalidRequestHandler(request -> {
                    seen.add("invalid");
                    request.response().setStatusCode(400).end();
                })
                .listen());
    }

    private final class Recorded implements ConnectionInitializer {

        @Override
        public void opened(final Channel channel, final Consumer<Channel> http1, final Consumer<Channel> http2) {
            channels.add(channel);
            if (seen.contains("expect an address")) {
                VertxHttp.setClientAddress(channel, new InetSocketAddress("203.0.113.7", 4000));
            }
            if (seen.contains("expect http2")) {
                http2.accept(channel);
            } else {
                http1.accept(channel);
            }
            seen.add("opened");
        }

        @Override
        public void openedHttp2(final Channel channel, final boolean observed) {
            seen.add(channels.contains(channel) ? "http2" : "http2 of another channel");
        }

        @Override
        public Handler<HttpServerRequest> overHttp2(final Handler<HttpServerRequest> requests) {
            return request -> {
                seen.add("wrapped");
                requests.handle(request);
            };
        }

        @Override
        public void failed(final Throwable error) {
            seen.add("failed");
        }
    }

    @Test
    void aConnectionIsHandedOverBeforeItsFirstByteAndSpeaksHttp1() throws Exception {
        final CompletableFuture<List<Object>> facts = new CompletableFuture<>();
        final HttpServer server = open(request -> {
            final Context context = VertxHttp.contextOf(request);
            context.runOnContext(now -> {
                facts.complete(List.of(
                        VertxHttp.channelOf(request.connection()),
                        Vertx.currentContext() == context,
                        VertxHeaders.isRepeated(request.headers(), "a"),
                        VertxHeaders.isRepeated(request.headers(), HttpHeaders.HOST)));
                request.response().end("yes");
            });
        });
        try (Socket socket = new Socket("localhost", server.actualPort())) {
            await("opened");
            socket.getOutputStream()
                    .write("GET / HTTP/1.1\r\nHost: here\r\nA: 1\r\na: 2\r\nConnection: close\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .as(HANDED_OVER)
                    .startsWith("HTTP/1.1 200")
                    .endsWith("yes");
        }
        assertThat(facts.get(20, TimeUnit.SECONDS)).as(CHANNEL).containsExactly(channels.get(0), true, true, false);
    }

    @Test
    void aChannelCanHaveTheAddressOfItsClient() throws Exception {
        seen.add("expect an address");
        final HttpServer server =
                open(request -> request.response().end(request.remoteAddress().hostAddress()));
        try (Socket socket = new Socket("localhost", server.actualPort())) {
            socket.getOutputStream()
                    .write("GET / HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .as("Vert.x has changed: ConnectionBase must take the address of an attribute of its channel; the"
                            + " PROXY protocol needs it")
                    .endsWith("203.0.113.7");
        }
    }

    @Test
    void aRequestThatCannotBeDecodedReachesItsOwnHandler() throws Exception {
        final HttpServer server = open(request -> request.response().end());
        try (Socket socket = new Socket("localhost", server.actualPort())) {
            socket.getOutputStream()
                    .write(("GET /" + "a".repeat(5000) + " HTTP/1.1\r\nHost: here\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            assertThat(new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII))
                    .as(HANDED_OVER)
                    .endsWith(" 400");
        }
        assertThat(seen).contains("invalid");
    }

    @Test
    void aConnectionCanSpeakHttp2FromItsFirstByte() throws Exception {
        seen.add("expect http2");
        final HttpServer server = open(request ->
                request.response().end(request.version() + " " + VertxHeaders.isRepeated(request.headers(), "none")));
        final HttpClientOptions options =
                new HttpClientOptions().setProtocolVersion(HttpVersion.HTTP_2).setHttp2ClearTextUpgrade(false);
        final String answer = get(vertx.createHttpClient(options)
                .request(HttpMethod.GET, server.actualPort(), "localhost", "/")
                .compose(request -> request.send().compose(response -> response.body()))
                .map(body -> body.toString(StandardCharsets.UTF_8)));
        assertThat(answer).as(HANDED_OVER).isEqualTo("HTTP_2 false");
        assertThat(seen).as(HANDED_OVER).containsSubsequence("opened", "http2", "wrapped");
    }

    @Test
    void theEventLoopThatAcceptsConnectionsHasTheListeningChannel() throws Exception {
        final HttpServer server = open(request -> request.response().end());
        final EventLoop acceptor = VertxHttp.acceptor(vertx);
        final CompletableFuture<List<String>> listening = new CompletableFuture<>();
        acceptor.execute(() -> {
            final List<String> all = new ArrayList<>();
            ((SingleThreadEventLoop) acceptor).registeredChannelsIterator().forEachRemaining(channel -> {
                if (channel instanceof ServerChannel) {
                    all.add(String.valueOf(channel.localAddress()));
                }
            });
            listening.complete(all);
        });
        assertThat(listening.get(20, TimeUnit.SECONDS))
                .as("Vert.x has changed: its acceptor loop must have the channel that accepts connections; the stop"
                        + " needs it to answer the clients in the accept queue")
                .anyMatch(address -> address.endsWith(":" + server.actualPort()));
    }

    @Test
    void aHookRunsBeforeVertxCloses() throws Exception {
        final Vertx other = Vertx.vertx();
        final AtomicBoolean ran = new AtomicBoolean();
        VertxThreads.beforeClose(other, () -> ran.set(true));
        get(other.close());
        assertThat(ran)
                .as("Vert.x has changed: close hooks must run; without them the end of its event loops looks like a"
                        + " failure")
                .isTrue();
    }

    @Test
    void headersEncodeThemselves() {
        final ByteBuf target = Unpooled.buffer();
        final MultiMap headers = HttpHeaders.headers().add("A", "1");
        assertThat(VertxHeaders.encode((io.netty.handler.codec.http.HttpHeaders) headers, target))
                .as(HEADERS)
                .isTrue();
        assertThat(target.toString(StandardCharsets.US_ASCII)).as(HEADERS).isEqualTo("A: 1\r\n");
        assertThat(VertxHeaders.encode(new DefaultHttpHeaders().add("A", "1"), target))
                .isFalse();
        assertThat(VertxHeaders.isRepeated(headers, "a")).as(HEADERS).isFalse();
        assertThat(VertxHeaders.isRepeated(headers.add("a", "2"), "A"))
                .as(HEADERS)
                .isTrue();
        assertThat(VertxHeaders.isRepeated(MultiMap.caseInsensitiveMultiMap().add("a", "1"), "a"))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"HOST", "Accept", "accept-language", "Content-type", "Cookie"})
    void aHeaderThatMattersMayBeRepeated(final String name) {
        final MultiMap headers = HttpHeaders.headers()
                .add(HttpHeaders.HOST, "a")
                .add(HttpHeaders.ACCEPT, "a")
                .add("accept-language", "a")
                .add("content-Type", "a")
                .add("cookie", "a")
                .add("Other", "1")
                .add("Other", "2");
        assertThat(VertxHeaders.flags(headers)).as(HEADERS).isEqualTo(VertxHeaders.Flag.DESCRIBES);
        assertThat(VertxHeaders.flags(headers.add(name, "b")))
                .as(HEADERS)
                .isEqualTo(VertxHeaders.Flag.DESCRIBES | VertxHeaders.Flag.REPEATED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Accept", "accept-language", "content-language", "Content-type", "Cookie"})
    void aHeaderThatDescribesIsFound(final String name) {
        final MultiMap headers =
                HttpHeaders.headers().add(HttpHeaders.HOST, "a").add("Other", "1");
        assertThat(VertxHeaders.flags(headers)).as(HEADERS).isZero();
        assertThat(VertxHeaders.flags(headers.add(name, "b"))).as(HEADERS).isEqualTo(VertxHeaders.Flag.DESCRIBES);
    }

    @Test
    void aRegionOfAFileFollowsTheHeadAndIsReleased(@TempDir final Path folder) throws Exception {
        final Path file = Files.writeString(folder.resolve("file"), "0123456789");
        final List<String> told = new CopyOnWriteArrayList<>();
        try (FileChannel content = FileChannel.open(file)) {
            final HttpServer server = open(request -> {
                told.add(DirectContent.takesRegions(request) ? "takes" : "takes none");
                request.response().putHeader("Content-Length", "3").write(Buffer.buffer());
                DirectContent.writeRegion(
                        request, new DirectContent.Region(content, 2, 3, () -> told.add("released")), error -> {
                            told.add("written " + error);
                            request.response().end();
                        });
            });
            try (Socket socket = new Socket("localhost", server.actualPort())) {
                socket.getOutputStream()
                        .write("GET / HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n"
                                .getBytes(StandardCharsets.US_ASCII));
                assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                        .as(REGION)
                        .startsWith("HTTP/1.1 200")
                        .endsWith("\r\n\r\n234");
            }
            assertThat(told).as(REGION).containsExactlyInAnyOrder("takes", "released", "written null");
            assertThat(content.isOpen()).as(REGION).isTrue();
        }
    }

    @Test
    void aServerThatCompressesTakesNoRegions() throws Exception {
        final CompletableFuture<Boolean> takes = new CompletableFuture<>();
        final HttpServer server = get(VertxHttp.server(
                        vertx,
                        new HttpServerOptions().setPort(0).setHost("localhost").setCompressionSupported(true),
                        loop -> new Recorded())
                .requestHandler(request -> {
                    takes.complete(DirectContent.takesRegions(request));
                    request.response().end();
                })
                .listen());
        try (Socket socket = new Socket("localhost", server.actualPort())) {
            socket.getOutputStream().write("GET / HTTP/1.1\r\nHost: here\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            assertThat(takes.get(20, TimeUnit.SECONDS)).as(REGION).isFalse();
        }
    }

    @Test
    void extensionsHaveMediaTypes() {
        assertThat(VertxHttp.mediaType("html")).as(MEDIA_TYPES).isEqualTo("text/html");
        assertThat(VertxHttp.mediaType("js")).as(MEDIA_TYPES).isEqualTo("text/javascript");
        assertThat(VertxHttp.mediaType("none")).as(MEDIA_TYPES).isNull();
    }

    private void await(final String what) {
        Await.until(HANDED_OVER, () -> seen.contains(what));
    }
}
