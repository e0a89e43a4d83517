package org.jzenith.websocket;

import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** The client of the JDK, which collects what it is sent. */
final class JdkClient implements WebSocket.Listener {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    final BlockingQueue<Object> messages = new LinkedBlockingQueue<>();
    final CompletableFuture<String> closed = new CompletableFuture<>();
    WebSocket socket;
    private final StringBuilder text = new StringBuilder();
    private byte[] bytes = {};

    static JdkClient to(final SocketServer server, final String path, final String... headers) {
        final JdkClient client = new JdkClient();
        final WebSocket.Builder builder = CLIENT.newWebSocketBuilder().connectTimeout(Duration.ofSeconds(10));
        for (int i = 0; i < headers.length; i += 2) {
            if (headers[i].equals("subprotocol")) {
                builder.subprotocols(headers[i + 1]);
            } else {
                builder.header(headers[i], headers[i + 1]);
            }
        }
        client.socket = builder.buildAsync(server.uri(path), client).join();
        return client;
    }

    JdkClient send(final String message) {
        socket.sendText(message, true).join();
        return this;
    }

    Object next() throws InterruptedException {
        final Object message = messages.poll(15, TimeUnit.SECONDS);
        if (message == null) {
            throw new AssertionError("no message came");
        }
        return message;
    }

    String closed() throws Exception {
        return closed.get(15, TimeUnit.SECONDS);
    }

    JdkClient leave() throws Exception {
        socket.sendClose(1000, "").join();
        closed();
        return this;
    }

    @Override
    public void onOpen(final WebSocket opened) {
        socket = opened;
        opened.request(Long.MAX_VALUE);
    }

    @Override
    public CompletionStage<?> onText(final WebSocket from, final CharSequence data, final boolean last) {
        text.append(data);
        if (last) {
            messages.add(text.toString());
            text.setLength(0);
        }
        return null;
    }

    @Override
    public CompletionStage<?> onBinary(final WebSocket from, final ByteBuffer data, final boolean last) {
        final byte[] all = new byte[bytes.length + data.remaining()];
        System.arraycopy(bytes, 0, all, 0, bytes.length);
        data.get(all, bytes.length, data.remaining());
        bytes = all;
        if (last) {
            messages.add(bytes);
            bytes = new byte[0];
        }
        return null;
    }

    @Override
    public CompletionStage<?> onClose(final WebSocket from, final int code, final String reason) {
        closed.complete(code + " " + reason);
        return null;
    }

    @Override
    public void onError(final WebSocket from, final Throwable error) {
        closed.completeExceptionally(error);
    }
}
