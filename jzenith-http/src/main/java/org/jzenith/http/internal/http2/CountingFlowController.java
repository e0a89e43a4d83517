package org.jzenith.http.internal.http2;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2RemoteFlowController;
import io.netty.handler.codec.http2.Http2Stream;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Counts, for each stream, what waits until the client allows to send it. All else is left to Netty's controller.
 *
 * <p>A payload that is sent at once, as most are, is never entered for its stream.
 */
final class CountingFlowController implements Http2RemoteFlowController {

    private final Http2RemoteFlowController counted;
    private final Http2ConnectionState state;
    private final Http2Connection.PropertyKey key;

    /** Added since the controller has written last. */
    private final Deque<Counted> added = new ArrayDeque<>();

    CountingFlowController(final Http2Connection connection, final Http2ConnectionState state) {
        this.counted = connection.remote().flowController();
        this.state = state;
        this.key = connection.newKey();
    }

    @Override
    public void addFlowControlled(final Http2Stream stream, final FlowControlled payload) {
        final int size = payload.size();
        if (size == 0) {
            counted.addFlowControlled(stream, payload);
            return;
        }
        state.bytesAdded(size);
        final Counted waiting = new Counted(stream, payload);
        added.add(waiting);
        counted.addFlowControlled(stream, waiting);
    }

    private StreamBytes bytesOf(final Http2Stream stream) {
        StreamBytes bytes = stream.getProperty(key);
        if (bytes == null) {
            bytes = new StreamBytes(stream);
            stream.setProperty(key, bytes);
        }
        return bytes;
    }

    /** Counts payloads that could not be sent yet as waiting for the client. */
    private void enterAdded() {
        for (Counted payload = added.poll(); payload != null; payload = added.poll()) {
            payload.enter();
        }
    }

    @Override
    public void channelHandlerContext(final ChannelHandlerContext context) throws Http2Exception {
        counted.channelHandlerContext(context);
    }

    @Override
    public void initialWindowSize(final int size) throws Http2Exception {
        counted.initialWindowSize(size);
    }

    @Override
    public int initialWindowSize() {
        return counted.initialWindowSize();
    }

    @Override
    public int windowSize(final Http2Stream stream) {
        return counted.windowSize(stream);
    }

    @Override
    public void incrementWindowSize(final Http2Stream stream, final int delta) throws Http2Exception {
        counted.incrementWindowSize(stream, delta);
    }

    @Override
    public ChannelHandlerContext channelHandlerContext() {
        return counted.channelHandlerContext();
    }

    @Override
    public boolean hasFlowControlled(final Http2Stream stream) {
        return counted.hasFlowControlled(stream);
    }

    @Override
    public void writePendingBytes() throws Http2Exception {
        try {
            counted.writePendingBytes();
        } finally {
            enterAdded();
        }
    }

    @Override
    public void listener(final Listener listener) {
        counted.listener(listener);
    }

    @Override
    public boolean isWritable(final Http2Stream stream) {
        return counted.isWritable(stream);
    }

    @Override
    public void channelWritabilityChanged() throws Http2Exception {
        counted.channelWritabilityChanged();
    }

    @Override
    public void updateDependencyTree(final int child, final int parent, final short weight, final boolean exclusive) {
        counted.updateDependencyTree(child, parent, weight, exclusive);
    }

    private final class Counted implements FlowControlled {

        private final Http2Stream stream;
        private final FlowControlled payload;

        /** The bytes of the stream; null until the payload waits. */
        private @Nullable StreamBytes bytes;

        /** True once the payload is sent, or another has taken it over. */
        private boolean gone;

        Counted(final Http2Stream stream, final FlowControlled payload) {
            this.stream = stream;
            this.payload = payload;
        }

        private void enter() {
            if (!gone) {
                final StreamBytes entered = bytesOf(stream);
                bytes = entered;
                entered.add(payload.size());
                state.waitingChanged(entered);
            }
        }

        private void countTaken(final int size) {
            state.bytesTaken(size);
            if (bytes != null) {
                bytes.take(size);
                state.waitingChanged(bytes);
            }
        }

        @Override
        public int size() {
            return payload.size();
        }

        @Override
        public void error(final ChannelHandlerContext context, final Throwable cause) {
            gone = true;
            countTaken(payload.size());
            payload.error(context, cause);
        }

        @Override
        public void writeComplete() {
            payload.writeComplete();
        }

        @Override
        public void write(final ChannelHandlerContext context, final int allowed) {
            final int before = payload.size();
            payload.write(context, allowed);
            final int after = payload.size();
            if (after < before) {
                countTaken(before - after);
            }
            if (after == 0) {
                gone = true;
                state.dataSent();
            }
        }

        @Override
        public boolean merge(final ChannelHandlerContext context, final FlowControlled next) {
            if (!(next instanceof Counted other)) {
                return payload.merge(context, next);
            }
            final int size = other.payload.size();
            final boolean merged = payload.merge(context, other.payload);
            if (merged) {
                other.gone = true;
                if (bytes != null) {
                    bytes.add(size);
                }
            }
            return merged;
        }
    }
}
