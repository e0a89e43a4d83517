package org.jzenith.http.internal.http2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http2.DecoratingHttp2FrameWriter;
import io.netty.handler.codec.http2.DefaultHttp2Connection;
import io.netty.handler.codec.http2.DefaultHttp2ConnectionDecoder;
import io.netty.handler.codec.http2.DefaultHttp2ConnectionEncoder;
import io.netty.handler.codec.http2.DefaultHttp2FrameReader;
import io.netty.handler.codec.http2.DefaultHttp2FrameWriter;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2ConnectionAdapter;
import io.netty.handler.codec.http2.Http2ConnectionDecoder;
import io.netty.handler.codec.http2.Http2ConnectionEncoder;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameAdapter;
import io.netty.handler.codec.http2.Http2FrameSizePolicy;
import io.netty.handler.codec.http2.Http2FrameWriter;
import io.netty.handler.codec.http2.Http2HeadersEncoder;
import io.netty.handler.codec.http2.Http2RemoteFlowController;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2Stream;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.jzenith.core.vertx.EventLoopContext;
import org.jzenith.http.internal.connection.ConnectionSettings;
import org.jzenith.http.internal.connection.ConnectionSweeper;
import org.jzenith.http.internal.connection.ListenerConnections;
import org.jzenith.http.internal.vertx.ConnectionInitializer;
import org.jzenith.http.internal.vertx.VertxHttp;

/** Internals of Netty's HTTP/2 on which this package relies. docs/internals.md lists them. */
final class InnerTypesTest {

    private static final String HANDLER = "Vert.x or Netty has changed: an HTTP/2 connection must have an"
            + " Http2ConnectionHandler whose listeners, flow controllers and life cycle can be replaced; otherwise floods are"
            + " not limited";
    private static final String ENCODER = "Netty has changed: the frame writer of an HTTP/2 connection must give its"
            + " Http2HeadersEncoder; without it Vert.x writes each response, which takes twice the time";
    private static final String WINDOW =
            "Netty has changed: the flow controller must take a negative increment; otherwise responses exceed the window";
    private static final String STREAM = "Netty has changed: a stream whose response ends before its request must be"
            + " HALF_CLOSED_LOCAL, and listeners must be told; otherwise clients lose the response";
    private static final String PREFACE = "Netty has changed: its frame reader must refuse SETTINGS that are wrong;"
            + " otherwise Vert.x logs an error for each such client";

    private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));

    @AfterEach
    void close() throws Exception {
        vertx.close().toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
    }

    private <T> T onEventLoop(final Callable<T> work) throws Exception {
        final CompletableFuture<T> result = new CompletableFuture<>();
        vertx.runOnContext(now -> {
            try {
                result.complete(work.call());
            } catch (final Throwable e) {
                result.completeExceptionally(e);
            }
        });
        return result.get(20, TimeUnit.SECONDS);
    }

    private static ConnectionSweeper sweeper(final EventLoopContext loop) {
        return new ListenerConnections(
                        new ConnectionSettings(
                                1,
                                10,
                                Duration.ofSeconds(20),
                                Duration.ofSeconds(20),
                                1_000_000,
                                Duration.ZERO,
                                Optional.empty(),
                                Optional.empty()),
                        "limit")
                .newSweeper(loop);
    }

    private static final class ServerHandler extends Http2ConnectionHandler {

        ServerHandler(final Http2ConnectionDecoder decoder, final Http2ConnectionEncoder encoder) {
            super(decoder, encoder, new Http2Settings());
        }
    }

    /** A connection of a server that writes its frames so, with its state. */
    private EmbeddedChannel connection(final Http2FrameWriter writer) {
        final Http2Connection connection = new DefaultHttp2Connection(true);
        final Http2ConnectionEncoder encoder = new DefaultHttp2ConnectionEncoder(connection, writer);
        final Http2ConnectionDecoder decoder =
                new DefaultHttp2ConnectionDecoder(connection, encoder, new DefaultHttp2FrameReader());
        decoder.frameListener(new Http2FrameAdapter());
        final EmbeddedChannel channel = new EmbeddedChannel(new ServerHandler(decoder, encoder));
        Http2ConnectionState.install(
                channel, sweeper(EventLoopContext.of(vertx.getOrCreateContext())), new HttpServerOptions(), false);
        return channel;
    }

    /** Its encoder of heads is of a type that this package does not know. */
    private static final class OtherFrameWriter extends DecoratingHttp2FrameWriter
            implements Http2FrameWriter.Configuration {

        private final Http2FrameWriter.Configuration usual;

        OtherFrameWriter(final Http2FrameWriter usual) {
            super(usual);
            this.usual = usual.configuration();
        }

        @Override
        public Http2FrameWriter.Configuration configuration() {
            return this;
        }

        @Override
        public Http2FrameSizePolicy frameSizePolicy() {
            return usual.frameSizePolicy();
        }

        @Override
        public Http2HeadersEncoder.Configuration headersConfiguration() {
            final Http2HeadersEncoder.Configuration encoder = usual.headersConfiguration();
            return new Http2HeadersEncoder.Configuration() {
                @Override
                public void maxHeaderTableSize(final long max) throws Http2Exception {
                    encoder.maxHeaderTableSize(max);
                }

                @Override
                public long maxHeaderTableSize() {
                    return encoder.maxHeaderTableSize();
                }

                @Override
                public void maxHeaderListSize(final long max) throws Http2Exception {
                    encoder.maxHeaderListSize(max);
                }

                @Override
                public long maxHeaderListSize() {
                    return encoder.maxHeaderListSize();
                }
            };
        }
    }

    @Test
    void withAnEncoderOfAnotherTypeNoResponseIsWrittenPastVertx() throws Exception {
        assertThat(onEventLoop(
                        () -> Optional.ofNullable(Http2WholeResponses.of(connection(new DefaultHttp2FrameWriter())))))
                .as(ENCODER)
                .isPresent();
        assertThat(onEventLoop(() -> Optional.ofNullable(
                        Http2WholeResponses.of(connection(new OtherFrameWriter(new DefaultHttp2FrameWriter()))))))
                .isEmpty();
    }

    @Test
    void aConnectionOfVertxCanBeGuarded() throws Exception {
        final CompletableFuture<Boolean> whole = new CompletableFuture<>();
        final HttpServer server = VertxHttp.server(
                        vertx, new HttpServerOptions().setPort(0).setHost("localhost"), Guarded::new)
                .requestHandler(request -> {
                    whole.complete(Http2WholeResponses.of(VertxHttp.channelOf(request.connection())) != null);
                    request.response().end("yes");
                });
        final HttpClientOptions options =
                new HttpClientOptions().setProtocolVersion(HttpVersion.HTTP_2).setHttp2ClearTextUpgrade(false);
        final String response = server.listen()
                .compose(open ->
                        vertx.createHttpClient(options).request(HttpMethod.GET, open.actualPort(), "localhost", "/"))
                .compose(request -> request.send().compose(got -> got.body()))
                .toCompletionStage()
                .toCompletableFuture()
                .get(20, TimeUnit.SECONDS)
                .toString(StandardCharsets.UTF_8);
        assertThat(response).as(HANDLER).isEqualTo("yes");
        assertThat(whole.get(20, TimeUnit.SECONDS)).as(ENCODER).isTrue();
    }

    private static final class Guarded implements ConnectionInitializer {

        private final ConnectionSweeper sweeper;

        Guarded(final EventLoopContext loop) {
            this.sweeper = sweeper(loop);
        }

        @Override
        public void opened(final Channel channel, final Consumer<Channel> http1, final Consumer<Channel> http2) {
            http2.accept(channel);
        }

        @Override
        public void openedHttp2(final Channel channel, final boolean observed) {
            Http2ConnectionState.install(channel, sweeper, new HttpServerOptions(), observed);
        }

        @Override
        public Handler<HttpServerRequest> overHttp2(final Handler<HttpServerRequest> requests) {
            return requests;
        }

        @Override
        public void failed(final Throwable error) {}
    }

    @Test
    void aWindowShrinksByWhatIsWrittenPastTheFlowController() throws Exception {
        final int left = onEventLoop(() -> {
            final Http2Connection connection = connection(new DefaultHttp2FrameWriter())
                    .pipeline()
                    .get(Http2ConnectionHandler.class)
                    .connection();
            final Http2RemoteFlowController windows = connection.remote().flowController();
            final int before = windows.windowSize(connection.connectionStream());
            windows.incrementWindowSize(connection.connectionStream(), -1000);
            return before - windows.windowSize(connection.connectionStream());
        });
        assertThat(left).as(WINDOW).isEqualTo(1000);
    }

    @Test
    void aResponseBeforeTheEndOfItsRequestHalfClosesTheStream() throws Exception {
        final CompletableFuture<Http2Stream.State> told = new CompletableFuture<>();
        onEventLoop(() -> {
            final Http2Connection connection = connection(new DefaultHttp2FrameWriter())
                    .pipeline()
                    .get(Http2ConnectionHandler.class)
                    .connection();
            connection.addListener(new Http2ConnectionAdapter() {
                @Override
                public void onStreamHalfClosed(final Http2Stream stream) {
                    told.complete(stream.state());
                }
            });
            return connection.remote().createStream(1, false).closeLocalSide();
        });
        assertThat(told.get(20, TimeUnit.SECONDS)).as(STREAM).isEqualTo(Http2Stream.State.HALF_CLOSED_LOCAL);
    }

    @Test
    void theFirstFrameIsChecked() throws Exception {
        final ChannelHandlerContext context = new EmbeddedChannel(new ChannelInboundHandlerAdapter())
                .pipeline()
                .firstContext();
        assertThat(Http2Preface.isWhole(context, preface("000000040000000000")))
                .as(PREFACE)
                .isTrue();
        assertThat(Http2Preface.isWhole(context, preface("0000000400")))
                .as(PREFACE)
                .isFalse();
        for (final String wrong : new String[] {"000000060000000000", "000000040000000001", "000001040000000000ff"}) {
            assertThatThrownBy(() -> Http2Preface.isWhole(context, preface(wrong)))
                    .as(PREFACE)
                    .isInstanceOf(Http2Preface.InvalidException.class);
        }
    }

    private static ByteBuf preface(final String frame) {
        return Unpooled.wrappedBuffer(
                "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII),
                ByteBufUtil.decodeHexDump(frame));
    }
}
