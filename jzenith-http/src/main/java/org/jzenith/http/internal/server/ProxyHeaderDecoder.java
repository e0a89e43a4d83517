package org.jzenith.http.internal.server;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.haproxy.HAProxyMessageDecoder;
import io.netty.handler.codec.haproxy.HAProxyProtocolException;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * Netty's decoder of the PROXY protocol, which also verifies the lengths of a header of version 2 and its checksum if it
 * has one (PROXY protocol, 2.2.3), and reads nothing behind a header that it refuses.
 */
final class ProxyHeaderDecoder extends HAProxyMessageDecoder {

    private static final int PREFIX = 16;
    private static final int FAMILY_AT = 13;
    private static final int LENGTH_AT = 14;

    /** The first byte of version 2; version 1 is text and begins with a letter. */
    private static final byte VERSION_2 = 0x0d;

    private static final int VALUE_PREFIX = 3;
    private static final int CHECKSUM = 0x03;
    private static final int CHECKSUM_BYTES = 4;

    private boolean verified;
    private boolean refused;

    @Override
    protected void callDecode(final ChannelHandlerContext context, final ByteBuf in, final List<Object> out) {
        if (!refused) {
            try {
                if (!verified && isWholeOfVersion2(in)) {
                    verified = true;
                    verify(in.slice(in.readerIndex(), PREFIX + length(in)));
                }
                super.callDecode(context, in, out);
                return;
            } catch (final RuntimeException e) {
                refused = true;
                in.skipBytes(in.readableBytes());
                throw e;
            }
        }
        in.skipBytes(in.readableBytes());
    }

    private static boolean isWholeOfVersion2(final ByteBuf in) {
        return in.readableBytes() >= PREFIX
                && in.getByte(in.readerIndex()) == VERSION_2
                && in.readableBytes() >= PREFIX + length(in);
    }

    private static int length(final ByteBuf in) {
        return in.getUnsignedShort(in.readerIndex() + LENGTH_AT);
    }

    private static void verify(final ByteBuf header) {
        int at = PREFIX + addressLength(header.getByte(FAMILY_AT));
        while (at + VALUE_PREFIX <= header.readableBytes()) {
            final int length = header.getUnsignedShort(at + 1);
            final int value = at + VALUE_PREFIX;
            if (header.getByte(at) == CHECKSUM) {
                if (length != CHECKSUM_BYTES
                        || value + length > header.readableBytes()
                        || header.getUnsignedInt(value) != checksum(header, value)) {
                    throw new HAProxyProtocolException("The checksum does not match the header.");
                }
            }
            at = value + length;
        }
        if (at != header.readableBytes() && addressLength(header.getByte(FAMILY_AT)) > 0) {
            throw new HAProxyProtocolException("The last value does not end at the end of the header.");
        }
    }

    /** Computes the checksum of the header, with zeros in the checksum's place. */
    private static long checksum(final ByteBuf header, final int place) {
        final byte[] bytes = new byte[header.readableBytes()];
        header.getBytes(0, bytes);
        for (int i = 0; i < CHECKSUM_BYTES; i++) {
            bytes[place + i] = 0;
        }
        final CRC32C checksum = new CRC32C();
        checksum.update(bytes);
        return checksum.getValue();
    }

    private static int addressLength(final byte family) {
        return switch (family >> 4) {
            case 1 -> 12;
            case 2 -> 36;
            case 3 -> 216;
            default -> 0;
        };
    }
}
