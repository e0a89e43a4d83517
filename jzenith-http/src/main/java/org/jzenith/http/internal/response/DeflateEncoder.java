package org.jzenith.http.internal.response;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.vertx.core.buffer.Buffer;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/** Encodes in the format of gzip (RFC 1952) or of zlib (RFC 1950). Each piece can be decoded when it has arrived. */
final class DeflateEncoder implements ResponsePolicy.ContentEncoder {

    private static final int LEVEL = 6;

    /** Deflate, and no name and no time, by any operating system. */
    private static final long GZIP_HEADER = 0x1f8b0800_00000000L;

    private static final int GZIP_HEADER_END = 0x00ff;

    private static final int LEAST = 256;

    private final Deflater deflater;
    private final CRC32 checksum = new CRC32();
    private final boolean gzip;
    private boolean begun;

    DeflateEncoder(final boolean gzip) {
        this.gzip = gzip;
        this.deflater = new Deflater(LEVEL, gzip);
    }

    @Override
    public Buffer encode(final Buffer piece) {
        return piece.length() == 0 ? piece : deflate(piece, Deflater.SYNC_FLUSH);
    }

    @Override
    public Buffer encodeLast(final Buffer piece) {
        deflater.finish();
        return deflate(piece, Deflater.NO_FLUSH);
    }

    private Buffer deflate(final Buffer piece, final int flush) {
        final byte[] bytes = piece.getBytes();
        final ByteBuf target = Unpooled.buffer(Math.max(LEAST, bytes.length / 4));
        if (gzip) {
            if (!begun) {
                target.writeLong(GZIP_HEADER).writeShort(GZIP_HEADER_END);
            }
            checksum.update(bytes);
        }
        begun = true;
        deflater.setInput(bytes);
        int room;
        int written;
        do {
            target.ensureWritable(LEAST);
            room = target.writableBytes();
            written = deflater.deflate(target.array(), target.arrayOffset() + target.writerIndex(), room, flush);
            target.writerIndex(target.writerIndex() + written);
        } while (written == room || (!deflater.needsInput() && !deflater.finished()));
        if (gzip && deflater.finished()) {
            target.writeIntLE((int) checksum.getValue());
            target.writeIntLE((int) deflater.getBytesRead());
        }
        return Buffer.buffer(target.readableBytes())
                .appendBytes(target.array(), target.arrayOffset(), target.readableBytes());
    }

    @Override
    public void close() {
        deflater.end();
    }
}
