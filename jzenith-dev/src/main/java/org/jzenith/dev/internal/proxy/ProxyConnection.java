package org.jzenith.dev.internal.proxy;

import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetSocket;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.jzenith.dev.internal.failure.Failure;

/** A connection of a client and the one to the application behind it. Used on one event loop. */
final class ProxyConnection {

    private static final Pattern HTTP_1 = Pattern.compile("[A-Z]{3,16} [^ ]");
    private static final int HTTP_1_BEGIN = 18;
    private static final int MAX_ATTEMPTS = 3;

    /** The time for which further input of the client is read; an earlier close would discard the response. */
    private static final long LINGER_MILLIS = 500;

    private final NetSocket client;
    private final NetClient connector;
    private final Context context;
    private final Consumer<Consumer<Upstream>> upstreams;
    private final Supplier<AllowedHosts> hosts;
    private final Runnable whenClosed;
    private @Nullable NetSocket application;
    private int start;
    private boolean closed;
    private boolean used;

    /** Bytes that arrive next start a request, as far as can be seen without reading the protocol. */
    private boolean expectsRequest = true;

    /** The start of a request that waits for the application. */
    private @Nullable Buffer waiting;

    private int attempts;

    ProxyConnection(
            final NetSocket client,
            final NetClient connector,
            final Context context,
            final Consumer<Consumer<Upstream>> upstreams,
            final Supplier<AllowedHosts> hosts,
            final Runnable whenClosed) {
        this.client = client;
        this.connector = connector;
        this.context = context;
        this.upstreams = upstreams;
        this.hosts = hosts;
        this.whenClosed = whenClosed;
    }

    void begin() {
        final Buffer first = Buffer.buffer();
        client.handler(bytes -> check(first.appendBuffer(bytes)));
        client.exceptionHandler(error -> client.close());
        client.closeHandler(ended -> {
            closed = true;
            whenClosed.run();
            detach();
        });
    }

    /** A browser sends the requests for one host only on a connection, so the first one tells. */
    private void check(final Buffer first) {
        switch (hosts.get().verdict(first.getBytes())) {
            case OPEN -> {}
            case REFUSED -> end(FailureAnswer.toOtherHost(first.toString(StandardCharsets.ISO_8859_1), hosts.get()));
            case ALLOWED -> {
                client.handler(this::fromClient);
                fromClient(first);
            }
        }
    }

    private void fromClient(final Buffer bytes) {
        if (expectsRequest || application == null) {
            client.pause();
            waiting = bytes;
            attempts = 0;
            askForUpstream();
        } else {
            toApplication(application, bytes);
        }
    }

    private void askForUpstream() {
        upstreams.accept(upstream -> context.runOnContext(run -> proceed(upstream)));
    }

    private void proceed(final Upstream upstream) {
        final Buffer bytes = waiting;
        if (closed || bytes == null) {
            return;
        }
        if (upstream instanceof final Upstream.Unavailable unavailable) {
            detach();
            if (beginsHttp1(bytes)) {
                answer(unavailable.failure(), bytes);
            } else {
                client.close();
            }
        } else if (upstream instanceof final Upstream.Available available) {
            if (application != null && start == available.start()) {
                pass(application, bytes);
            } else if (!used || beginsHttp1(bytes)) {
                detach();
                connect(available, bytes);
            } else {
                client.close(); // an HTTP/2, TLS or WebSocket connection cannot change its server
            }
        }
    }

    private static boolean beginsHttp1(final Buffer bytes) {
        final String begin =
                bytes.getString(0, Math.min(bytes.length(), HTTP_1_BEGIN), StandardCharsets.ISO_8859_1.name());
        return HTTP_1.matcher(begin).lookingAt() && !begin.startsWith("PRI *");
    }

    private void connect(final Upstream.Available available, final Buffer bytes) {
        connector.connect(available.port(), "127.0.0.1").onComplete(connected -> {
            if (closed) {
                if (connected.succeeded()) {
                    connected.result().close();
                }
            } else if (connected.succeeded()) {
                attach(connected.result(), available.start());
                pass(connected.result(), bytes);
            } else if (++attempts < MAX_ATTEMPTS) {
                askForUpstream(); // it may have stopped just now
            } else {
                client.close();
            }
        });
    }

    private void attach(final NetSocket socket, final int number) {
        application = socket;
        start = number;
        socket.handler(bytes -> {
            expectsRequest = true;
            client.write(bytes);
            if (client.writeQueueFull()) {
                socket.pause();
                client.drainHandler(drained -> socket.resume());
            }
        });
        socket.exceptionHandler(error -> socket.close());
        socket.closeHandler(ended -> {
            if (application == socket) {
                application = null;
                if (waiting == null) {
                    client.close();
                }
            }
        });
    }

    private void detach() {
        final NetSocket socket = application;
        application = null;
        if (socket != null) {
            socket.close();
        }
    }

    private void pass(final NetSocket socket, final Buffer bytes) {
        waiting = null;
        used = true;
        expectsRequest = false;
        client.resume();
        toApplication(socket, bytes);
    }

    private void toApplication(final NetSocket socket, final Buffer bytes) {
        socket.write(bytes);
        if (socket.writeQueueFull()) {
            client.pause();
            socket.drainHandler(drained -> client.resume());
        }
    }

    /** Answers the request itself, when its head is complete, and closes the connection. */
    private void answer(final Failure failure, final Buffer begin) {
        final Buffer head = Buffer.buffer().appendBuffer(begin);
        client.handler(more -> {
            if (head.length() < AllowedHosts.MAX_HEAD) {
                head.appendBuffer(more);
            }
            answerIfComplete(failure, head);
        });
        client.resume();
        answerIfComplete(failure, head);
    }

    private void answerIfComplete(final Failure failure, final Buffer head) {
        final String text = head.toString(StandardCharsets.ISO_8859_1);
        if (AllowedHosts.isComplete(text)) {
            end(
                    hosts.get().allows(text)
                            ? FailureAnswer.to(text, failure)
                            : FailureAnswer.toOtherHost(text, hosts.get()));
        }
    }

    private void end(final Buffer response) {
        client.handler(ignored -> {}); // what is left of the body is read, so that the client reads the answer
        client.write(response).onComplete(written -> context.owner().setTimer(LINGER_MILLIS, over -> client.close()));
    }
}
