package org.jzenith.observability;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetSocket;

/** A port that leads to a server whose own port changes with each start. */
final class FixedPort implements AutoCloseable {

    private static final String HOST = "127.0.0.1";

    private final Vertx vertx = Vertx.vertx();
    private final NetClient client = vertx.createNetClient();
    private NetServer listener = vertx.createNetServer();
    private int port;

    /** Accepts connections for a server, always on the same port. */
    void open(final int target) {
        listener = vertx.createNetServer().connectHandler(socket -> connect(socket, target));
        port = await(listener.listen(port, HOST)).actualPort();
    }

    private void connect(final NetSocket socket, final int target) {
        socket.pause();
        client.connect(target, HOST).onFailure(refused -> socket.close()).onSuccess(server -> {
            socket.pipeTo(server);
            server.pipeTo(socket);
        });
    }

    /** Ends all connections and refuses new ones. */
    void shut() {
        await(listener.close());
    }

    int port() {
        return port;
    }

    private static <T> T await(final Future<T> future) {
        return future.toCompletionStage().toCompletableFuture().join();
    }

    @Override
    public void close() {
        await(vertx.close());
    }
}
