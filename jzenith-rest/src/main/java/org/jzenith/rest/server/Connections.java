package org.jzenith.rest.server;

import io.netty.channel.Channel;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.impl.ContextInternal;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** All connections of all event loops. */
@SuppressWarnings("FutureReturnValueIgnored") // a connection that cannot be closed is closed
final class Connections {

    private final RestServer.Settings settings;
    private final AtomicInteger open = new AtomicInteger();
    private final List<Watch> watches = new CopyOnWriteArrayList<>();
    private final Set<HttpConnection> multiplexed = ConcurrentHashMap.newKeySet();
    private volatile boolean refusing;
    private volatile @Nullable Channel listening;

    Connections(final RestServer.Settings settings) {
        this.settings = settings;
    }

    Watch watch(final ContextInternal context) {
        final Watch watch = new Watch(context, settings);
        watches.add(watch);
        return watch;
    }

    /** Counts a new connection, or closes it. */
    boolean admit(final Channel channel) {
        listening = channel.parent();
        if (refusing || open.incrementAndGet() > settings.maxConnections()) {
            if (refusing) {
                channel.parent().close(); // a door that nobody had come through before
            } else {
                open.decrementAndGet();
            }
            channel.close();
            return false;
        }
        channel.closeFuture().addListener(closed -> open.decrementAndGet());
        return true;
    }

    /** An HTTP/2 connection, which carries many requests and says goodbye in its own way. */
    void opened(final HttpConnection connection) {
        multiplexed.add(connection);
        connection.closeHandler(closed -> multiplexed.remove(connection));
    }

    void refuse(final Duration limit) {
        refusing = true;
        final Channel door = listening;
        if (door != null) {
            door.close();
        }
        multiplexed.forEach(connection -> connection.shutdown(Math.max(1, limit.toMillis()), TimeUnit.MILLISECONDS));
        watches.forEach(Watch::refuse);
    }
}
