package org.jzenith.postgresql.internal.pgclient;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.vertx.pgclient.PgException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Reads the server's messages before {@code vertx-pg-client} does. It replaces the type of a column with text if the library does not
 * read the type exactly, and the type of a parameter with text or a number if the library would send NULL. It also follows the
 * transaction status. When a row is too large, it discards the rest of the result, and ends the statement with an error. All other
 * messages pass unchanged, even in parts. Belongs to the event loop of the connection.
 *
 * @see <a href="https://www.postgresql.org/docs/current/protocol-message-formats.html">PostgreSQL's message formats</a>
 */
final class ServerMessages extends ChannelInboundHandlerAdapter {

    /** Separates the name of a column from the OID of its type, where that was replaced. */
    static final char OID_FOLLOWS = '\u0001';

    /** The type byte, and the length, which counts itself but not the type byte. */
    private static final int HEADER = 5;

    private static final byte ROW_DESCRIPTION = 'T';
    private static final byte PARAMETER_DESCRIPTION = 't';
    private static final byte READY_FOR_QUERY = 'Z';
    private static final byte DATA_ROW = 'D';
    private static final byte COMMAND_COMPLETE = 'C';
    private static final byte PORTAL_SUSPENDED = 's';
    private static final byte ERROR_RESPONSE = 'E';
    private static final byte IDLE = 'I';
    private static final byte FAILED = 'E';

    /** The name by which the driver knows the error of a row that is too large, in place of the name of a function of the server. */
    private static final String ROW_TOO_LARGE = "jzenith-row-too-large";

    /** The fields of that error, with the SQLSTATE of a limit of the program. */
    private static final String TOO_LARGE = "SERROR\0C54000\0Mrow too large\0R" + ROW_TOO_LARGE + "\0\0";

    private final long maxRowBytes;

    /** The start of a message whose rest is needed before it is passed on. */
    private @Nullable ByteBuf incomplete;

    /** The number of bytes of the current message that have not arrived, and are passed on when they do. */
    private int unread;

    /** True while those bytes are discarded instead. */
    private boolean discarding;

    /** True from a row that is too large until the end of the result. */
    private boolean tooLarge;

    private Runnable whenTransactionStarts = () -> {};

    private volatile boolean inTransaction;
    private boolean failed;
    private volatile boolean stopped;

    /** @param maxRowBytes the largest row that is passed on */
    ServerMessages(final long maxRowBytes) {
        this.maxRowBytes = maxRowBytes;
    }

    /** Returns true for the error of a row that is too large. */
    static boolean isRowTooLarge(final PgException error) {
        return ROW_TOO_LARGE.equals(error.getRoutine());
    }

    /** Returns true if the last status that the server reported is that of an open or failed transaction. */
    boolean isInTransaction() {
        return inTransaction;
    }

    /**
     * Returns true if the open transaction has failed, or if the last one had failed when it ended: the server then answers even a
     * {@code COMMIT} with a rollback, which is not an error.
     */
    boolean isFailed() {
        return failed;
    }

    /** Sets the action that runs when a transaction has started, before the library learns of it. */
    void whenTransactionStarts(final Runnable action) {
        whenTransactionStarts = action;
    }

    /** Drops all later messages. */
    void stop() {
        stopped = true;
    }

    @Override
    public void channelRead(final ChannelHandlerContext context, final Object message) {
        final ByteBuf arrived = (ByteBuf) message;
        final ByteBuf bytes = incomplete == null
                ? arrived
                : ByteToMessageDecoder.MERGE_CUMULATOR.cumulate(context.alloc(), incomplete, arrived);
        incomplete = null;
        final int end = bytes.writerIndex();
        int at = bytes.readerIndex() + Math.min(unread, bytes.readableBytes());
        unread -= at - bytes.readerIndex();
        if (discarding) {
            bytes.readerIndex(at);
            discarding = unread > 0;
        }
        while (!stopped && end - at >= HEADER) {
            final byte type = bytes.getByte(at);
            final int next = at + Math.max(HEADER, 1 + bytes.getInt(at + 1));
            tooLarge |= type == DATA_ROW && next - at > maxRowBytes;
            final boolean discarded = tooLarge && type == DATA_ROW;
            if (discarded) {
                pass(context, bytes, at);
            } else if (next <= end) {
                read(context, bytes, type, at, next);
            } else if (type == ROW_DESCRIPTION
                    || type == PARAMETER_DESCRIPTION
                    || type == READY_FOR_QUERY
                    || endsLargeResult(type)) {
                break;
            }
            at = Math.min(next, end);
            unread = next - at;
            if (discarded) {
                bytes.readerIndex(at);
                discarding = unread > 0;
            }
        }
        if (stopped) {
            bytes.release();
        } else if (at < end) {
            pass(context, bytes, at);
            incomplete = bytes;
        } else if (bytes.isReadable()) {
            context.fireChannelRead(bytes);
        } else {
            bytes.release();
        }
    }

    private void read(
            final ChannelHandlerContext context, final ByteBuf bytes, final byte type, final int at, final int end) {
        if (type == READY_FOR_QUERY) {
            final byte status = bytes.getByte(at + HEADER);
            final boolean started = status != IDLE;
            if (started) {
                failed = status == FAILED;
            }
            if (started && !inTransaction) {
                pass(context, bytes, at);
                inTransaction = true;
                whenTransactionStarts.run();
            } else if (!started && inTransaction) {
                inTransaction = false;
            }
        } else if (endsLargeResult(type)) {
            tooLarge = false;
            if (type != ERROR_RESPONSE) {
                pass(context, bytes, at);
                context.fireChannelRead(context.alloc()
                        .buffer(HEADER + TOO_LARGE.length())
                        .writeByte(ERROR_RESPONSE)
                        .writeInt(Integer.BYTES + TOO_LARGE.length())
                        .writeBytes(TOO_LARGE.getBytes(StandardCharsets.US_ASCII)));
                bytes.readerIndex(end);
            }
        } else if (type == PARAMETER_DESCRIPTION) {
            describeParameters(bytes, at + HEADER);
        } else if (type == ROW_DESCRIPTION) {
            final ByteBuf described = describeColumns(context, bytes, at, end);
            if (described != null) {
                pass(context, bytes, at);
                context.fireChannelRead(described);
                bytes.readerIndex(end);
            }
        }
    }

    private boolean endsLargeResult(final byte type) {
        return tooLarge && (type == COMMAND_COMPLETE || type == PORTAL_SUSPENDED || type == ERROR_RESPONSE);
    }

    /** Passes the bytes before a position on. */
    private static void pass(final ChannelHandlerContext context, final ByteBuf bytes, final int end) {
        if (end > bytes.readerIndex()) {
            context.fireChannelRead(bytes.readRetainedSlice(end - bytes.readerIndex()));
        }
    }

    /** Returns the description that the library gets instead, or null to leave it unchanged. */
    private static @Nullable ByteBuf describeColumns(
            final ChannelHandlerContext context, final ByteBuf bytes, final int at, final int end) {
        ByteBuf changed = null;
        int copied = at;
        int field = at + HEADER + Short.BYTES;
        while (field < end) {
            final int endOfName = bytes.indexOf(field, end, (byte) 0);
            // the OID of the table and the number of its column come first
            final int type = endOfName + 1 + Integer.BYTES + Short.BYTES;
            final int oid = bytes.getInt(type);
            if (!PgType.isReadExactly(oid)) {
                if (changed == null) {
                    changed = context.alloc().buffer(2 * (end - at) + 16);
                }
                changed.writeBytes(bytes, copied, endOfName - copied)
                        .writeBytes((OID_FOLLOWS + Integer.toUnsignedString(oid)).getBytes(StandardCharsets.US_ASCII))
                        .writeBytes(bytes, endOfName, type - endOfName)
                        .writeInt(PgType.READ_AS_TEXT);
                copied = type + Integer.BYTES;
            }
            // the OID, the size, the modifier and the format of the type
            field = type + Integer.BYTES + Short.BYTES + Integer.BYTES + Short.BYTES;
        }
        return changed == null
                ? null
                : changed.writeBytes(bytes, copied, end - copied).setInt(1, changed.writerIndex() - 1);
    }

    private static void describeParameters(final ByteBuf bytes, final int start) {
        final int count = bytes.getUnsignedShort(start);
        for (int i = 0; i < count; i++) {
            final int at = start + Short.BYTES + i * Integer.BYTES;
            bytes.setInt(at, PgType.sentAs(bytes.getInt(at)));
        }
    }

    @Override
    public void handlerRemoved(final ChannelHandlerContext context) {
        // The library keeps the decoder of the connection that it closed last, and so this handler.
        whenTransactionStarts = () -> {};
        final ByteBuf rest = incomplete;
        incomplete = null;
        if (rest != null) {
            rest.release();
        }
    }
}
