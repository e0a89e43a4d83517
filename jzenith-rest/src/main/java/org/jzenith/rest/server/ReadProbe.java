package org.jzenith.rest.server;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelConfig;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.util.UncheckedBooleanSupplier;

/**
 * Where a connection is not read by itself, a read takes one byte. Only a read tells that a client has reset the
 * connection; as what it sent before is gone then, one byte is enough.
 */
@SuppressWarnings("deprecation") // Netty's own channels take the deprecated part of a handle for granted
final class ReadProbe implements RecvByteBufAllocator {

    private final RecvByteBufAllocator usual;

    private ReadProbe(final RecvByteBufAllocator usual) {
        this.usual = usual;
    }

    /** To be called before the first read. */
    static void add(final Channel channel) {
        channel.config().setRecvByteBufAllocator(new ReadProbe(channel.config().getRecvByteBufAllocator()));
    }

    @Override
    public Handle newHandle() {
        return new Sizes((ExtendedHandle) usual.newHandle());
    }

    private static final class Sizes extends DelegatingHandle implements ExtendedHandle {

        private final ExtendedHandle usual;
        private boolean probing;

        Sizes(final ExtendedHandle usual) {
            super(usual);
            this.usual = usual;
        }

        @Override
        public void reset(final ChannelConfig config) {
            probing = !config.isAutoRead();
            usual.reset(config);
        }

        @Override
        public ByteBuf allocate(final ByteBufAllocator allocator) {
            return probing ? allocator.ioBuffer(1, 1) : usual.allocate(allocator);
        }

        @Override
        public boolean continueReading(final UncheckedBooleanSupplier maybeMore) {
            return usual.continueReading(maybeMore);
        }
    }
}
