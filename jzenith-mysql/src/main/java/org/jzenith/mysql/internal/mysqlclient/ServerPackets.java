package org.jzenith.mysql.internal.mysqlclient;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.vertx.mysqlclient.impl.protocol.ColumnDefinition.ColumnDefinitionFlags;
import io.vertx.mysqlclient.impl.protocol.ColumnDefinition.ColumnType;
import io.vertx.mysqlclient.impl.util.BufferUtils;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Splits what the server sends into packets, in place of the handler of {@code vertx-mysql-client}. It replaces the type of dates with
 * bytes, because that library has an exception for a date that is zero in part. When a row is too large, it discards the rest of the
 * result, and ends the statement with an error. After an exception of the library, which would continue without the row, it discards
 * everything. Rows are those of prepared statements. Belongs to the event loop of the connection.
 *
 * @see <a href="https://mariadb.com/kb/en/clientserver-protocol/">MariaDB's protocol</a>
 */
final class ServerPackets extends ByteToMessageDecoder {

    /** The number by which the driver knows the error of a row that is too large. It is one of those that only clients use. */
    static final int ROW_TOO_LARGE = 2020;

    /** The flags of a column whose type was replaced, beside the type in the lower byte. No column has both. */
    private static final int TYPE_FOLLOWS = ColumnDefinitionFlags.ENUM_FLAG | ColumnDefinitionFlags.SET_FLAG;

    /** The names of the library's handlers. */
    private static final String PACKETS = "packetDecoder";

    private static final String CODEC = "codec";

    /** Three bytes for the length, and one for the number of the packet. */
    private static final int HEADER = 4;

    /** The length of a packet that the next one continues. */
    private static final int CONTINUED = 0xFFFFFF;

    private static final int ROW_OR_OK = 0;
    private static final int COLUMN = 3;
    private static final int END = 0xFE;
    private static final int ERROR = 0xFF;

    /** The start of a description of a column: the name of the catalog, which is always the same, with its length. */
    private static final int CATALOG = 0x03_64_65_66;

    /** The distances of the character set, the type and the flags of a column from the end of its description. */
    private static final int CHARSET_FROM_END = 12;

    private static final int TYPE_FROM_END = 6;
    private static final int FLAGS_FROM_END = 5;
    private static final int BINARY = 63;

    /** More bytes than a packet that starts like a row and is none. */
    private static final int LARGEST_OK = 1_024;

    private static final int SHORT_END = 5;
    private static final int MORE_RESULTS = 8;

    private final long maxRowBytes;

    /** The packets of a row that has not arrived as a whole. */
    private final List<ByteBuf> parts = new ArrayList<>(1);

    /** The bytes of these packets, also of those that were discarded. */
    private long partBytes;

    /** True if the next packet continues the last one. */
    private boolean continues;

    /** The number of bytes of the current packet that have not arrived, and are discarded when they do. */
    private int discarding;

    /** True from a row that is too large until the end of the result. */
    private boolean tooLarge;

    /** True if a result that is discarded has ended and another one follows. */
    private boolean anotherResult;

    private boolean stopped;

    /** @param maxRowBytes the largest row that is passed on */
    private ServerPackets(final long maxRowBytes) {
        this.maxRowBytes = Math.max(maxRowBytes, LARGEST_OK);
    }

    /** Follows a connection that has just been opened. */
    static void follow(final ChannelPipeline pipeline, final long maxRowBytes) {
        final ServerPackets packets = new ServerPackets(maxRowBytes);
        pipeline.replace(PACKETS, PACKETS, packets);
        pipeline.addAfter(CODEC, null, new ChannelInboundHandlerAdapter() {

            @Override
            public void exceptionCaught(final ChannelHandlerContext context, final Throwable error) {
                packets.stopped = true;
                context.fireExceptionCaught(error);
            }
        });
    }

    /** Returns the type of a column that was replaced; 0 if it was not. */
    static int typeBefore(final int flags) {
        return (flags & TYPE_FOLLOWS) == TYPE_FOLLOWS ? flags & 0xFF : 0;
    }

    @Override
    protected void decode(final ChannelHandlerContext context, final ByteBuf in, final List<Object> out) {
        if (stopped) {
            in.skipBytes(in.readableBytes());
            return;
        }
        if (discarding > 0) {
            discard(in, discarding);
            return;
        }
        final int at = in.readerIndex();
        final int arrived = in.readableBytes() - HEADER;
        if (arrived < 0) {
            return;
        }
        final int length = in.getUnsignedMediumLE(at);
        if (arrived == 0 && length > 0) {
            return;
        }
        final int type = continues || length == 0 ? ROW_OR_OK : in.getUnsignedByte(at + HEADER);
        if (type == ROW_OR_OK && partBytes + length > maxRowBytes) {
            tooLarge = true;
            releaseParts();
        }
        if (tooLarge && (continues || !endsResult(type, length))) {
            anotherResult = false;
            follow(length);
            discard(in, HEADER + length);
        } else if (arrived >= length) {
            final ByteBuf packet = in.readRetainedSlice(HEADER + length);
            if (tooLarge) {
                endLargeResult(packet, type, out);
            } else {
                pass(packet, type, length, out);
            }
        }
    }

    private boolean endsResult(final int type, final int length) {
        return type == ERROR || (type == END && length < CONTINUED) || (type == ROW_OR_OK && anotherResult);
    }

    private void discard(final ByteBuf in, final int bytes) {
        final int arrived = Math.min(bytes, in.readableBytes());
        in.skipBytes(arrived);
        discarding = bytes - arrived;
    }

    /** Counts a packet. */
    private void follow(final int length) {
        continues = length == CONTINUED;
        partBytes = continues ? partBytes + length : 0;
    }

    private void pass(final ByteBuf packet, final int type, final int length, final List<Object> out) {
        if (type == COLUMN && length > CHARSET_FROM_END && packet.getInt(HEADER) == CATALOG) {
            describe(packet, HEADER + length);
        }
        follow(length);
        if (continues) {
            parts.add(packet);
        } else {
            out.addAll(parts);
            parts.clear();
            out.add(packet);
        }
    }

    private static void describe(final ByteBuf packet, final int end) {
        final int type = packet.getUnsignedByte(end - TYPE_FROM_END);
        if (type == ColumnType.MYSQL_TYPE_DATE
                || type == ColumnType.MYSQL_TYPE_DATETIME
                || type == ColumnType.MYSQL_TYPE_TIMESTAMP) {
            packet.setShortLE(end - CHARSET_FROM_END, BINARY)
                    .setByte(end - TYPE_FROM_END, ColumnType.MYSQL_TYPE_BLOB)
                    .setShortLE(end - FLAGS_FROM_END, TYPE_FOLLOWS | type);
        }
    }

    /** Passes an error on in place of the end of the last result of a statement. */
    private void endLargeResult(final ByteBuf packet, final int type, final List<Object> out) {
        anotherResult = type != ERROR && (status(packet) & MORE_RESULTS) != 0;
        tooLarge = anotherResult;
        if (type == ERROR) {
            out.add(packet);
            return;
        }
        if (!anotherResult) {
            final byte[] error = "#54000row too large".getBytes(StandardCharsets.US_ASCII);
            out.add(packet.alloc()
                    .buffer(HEADER + 3 + error.length)
                    .writeMediumLE(3 + error.length)
                    .writeByte(packet.getByte(HEADER - 1))
                    .writeByte(ERROR)
                    .writeShortLE(ROW_TOO_LARGE)
                    .writeBytes(error));
        }
        packet.release();
    }

    /** Returns the status in the packet at the end of a result: behind two numbers, or behind the warnings in the old form. */
    private static int status(final ByteBuf packet) {
        final int length = packet.getUnsignedMediumLE(0);
        if (length == SHORT_END) {
            return packet.getUnsignedShortLE(HEADER + 3);
        }
        packet.readerIndex(HEADER + 1);
        BufferUtils.readLengthEncodedInteger(packet);
        BufferUtils.readLengthEncodedInteger(packet);
        return packet.readUnsignedShortLE();
    }

    private void releaseParts() {
        parts.forEach(ByteBuf::release);
        parts.clear();
    }

    @Override
    protected void handlerRemoved0(final ChannelHandlerContext context) {
        releaseParts();
    }
}
