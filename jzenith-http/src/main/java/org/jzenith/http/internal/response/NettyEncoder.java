package org.jzenith.http.internal.response;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandler;
import io.netty.channel.embedded.EmbeddedChannel;
import io.vertx.core.buffer.Buffer;

/** Encodes by one of Netty's encoders. */
final class NettyEncoder implements ResponsePolicy.ContentEncoder {

    private final EmbeddedChannel channel;

    NettyEncoder(final ChannelHandler encoder) {
        this.channel = new EmbeddedChannel(encoder);
    }

    @Override
    public Buffer encode(final Buffer piece) {
        if (piece.length() > 0) {
            channel.writeOutbound(Unpooled.wrappedBuffer(piece.getBytes()));
        }
        return written();
    }

    @Override
    public Buffer encodeLast(final Buffer piece) {
        if (piece.length() > 0) {
            channel.writeOutbound(Unpooled.wrappedBuffer(piece.getBytes()));
        }
        channel.finish();
        return written();
    }

    private Buffer written() {
        final Buffer all = Buffer.buffer();
        for (ByteBuf each = channel.readOutbound(); each != null; each = channel.readOutbound()) {
            final byte[] bytes = new byte[each.readableBytes()];
            each.readBytes(bytes);
            each.release();
            all.appendBytes(bytes);
        }
        return all;
    }

    @Override
    public void close() {
        channel.finishAndReleaseAll();
    }
}
