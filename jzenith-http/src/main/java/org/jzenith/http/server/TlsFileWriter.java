package org.jzenith.http.server;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.stream.ChunkedInput;
import io.netty.handler.stream.ChunkedWriteHandler;

/**
 * Writes files over TLS, piece by piece, as the client takes them; in the clear the kernel does it. Everything else passes
 * at once, so that the bytes that wait for the client are seen in the channel.
 */
@SuppressWarnings("FutureReturnValueIgnored") // the promise is the one that was given
final class TlsFileWriter extends ChunkedWriteHandler {

    private int queued;

    @Override
    public void write(final ChannelHandlerContext context, final Object message, final ChannelPromise promise)
            throws Exception {
        if (queued == 0 && !(message instanceof ChunkedInput)) {
            context.write(message, promise);
        } else {
            queued++;
            super.write(context, message, promise.unvoid().addListener(written -> queued--));
        }
    }
}
