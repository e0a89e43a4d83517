package org.jzenith.http.server;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2RemoteFlowController;
import io.netty.handler.codec.http2.Http2Stream;

/** Counts, for each stream, what waits until the client allows to send it. All else is left to Netty's controller. */
final class CountingFlowController implements Http2RemoteFlowController {

    private final Http2RemoteFlowController counted;
    private final Http2ConnectionGuard guard;
    private final Http2Connection.PropertyKey key;

    CountingFlowController(final Http2Connection connection, final Http2ConnectionGuard guard) {
        this.counted = connection.remote().flowController();
        this.guard = guard;
        this.key = connection.newKey();
    }

    @Override
    public void addFlowControlled(final Http2Stream stream, final FlowControlled payload) {
        final int size = payload.size();
        if (size == 0) {
            counted.addFlowControlled(stream, payload);
            return;
        }
        StreamBytes bytes = stream.getProperty(key);
        if (bytes == null) {
            bytes = new StreamBytes(stream);
            stream.setProperty(key, bytes);
        }
        bytes.add(size);
        guard.pendingChanged(bytes, size);
        counted.addFlowControlled(stream, new Counted(payload, bytes));
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
        counted.writePendingBytes();
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

        private final FlowControlled payload;
        private final StreamBytes bytes;

        Counted(final FlowControlled payload, final StreamBytes bytes) {
            this.payload = payload;
            this.bytes = bytes;
        }

        private void countTaken(final int before) {
            final int size = before - payload.size();
            if (size > 0) {
                bytes.take(size);
                guard.pendingChanged(bytes, -size);
            }
        }

        @Override
        public int size() {
            return payload.size();
        }

        @Override
        public void error(final ChannelHandlerContext context, final Throwable cause) {
            final int size = payload.size();
            bytes.take(size);
            guard.pendingChanged(bytes, -size);
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
            countTaken(before);
            if (payload.size() == 0) {
                guard.dataSent();
            }
        }

        @Override
        public boolean merge(final ChannelHandlerContext context, final FlowControlled next) {
            return payload.merge(context, next instanceof Counted other ? other.payload : next);
        }
    }
}
