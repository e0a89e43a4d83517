package org.jzenith.redis.internal.protocol;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.CodecException;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.redis.ArrayHeaderRedisMessage;
import io.netty.handler.codec.redis.BulkStringHeaderRedisMessage;
import io.netty.handler.codec.redis.BulkStringRedisContent;
import io.netty.handler.codec.redis.ErrorRedisMessage;
import io.netty.handler.codec.redis.FullBulkStringRedisMessage;
import io.netty.handler.codec.redis.IntegerRedisMessage;
import io.netty.handler.codec.redis.LastBulkStringRedisContent;
import io.netty.handler.codec.redis.RedisDecoder;
import io.netty.handler.codec.redis.SimpleStringRedisMessage;
import io.netty.util.ReferenceCountUtil;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decodes the replies of one connection (RESP 2). A reply is a {@code byte[]}, a {@link String} for a status such as OK, a {@link Long}, a
 * {@link List} of these, an {@link ErrorReply}, or null.
 */
public final class ReplyDecoder {

    private static final Logger LOGGER = LoggerFactory.getLogger("org.jzenith.redis");
    private static final int MOST_ELEMENTS = 1 << 24;
    private static final int MOST_LEVELS = 32;

    /** The most elements for which memory is reserved before they arrive. */
    private static final int MOST_RESERVED = 1_024;

    private final int maxValueSize;
    private final EmbeddedChannel channel = new EmbeddedChannel(new RedisDecoder());

    /** The arrays that are not complete, the innermost last. */
    private final ArrayDeque<PartialArray> arrays = new ArrayDeque<>();

    /** The bytes of the value that is not complete; null for one that is too large, whose bytes are skipped. */
    private byte @Nullable [] bytes;

    private int filled;

    /** @param maxValueSize the limit of one value in bytes */
    public ReplyDecoder(final int maxValueSize) {
        this.maxValueSize = maxValueSize;
    }

    /** An array and the number of its elements. */
    private record PartialArray(List<@Nullable Object> values, int length) {}

    /**
     * Decodes what has arrived.
     *
     * @param replies gets each reply that is complete
     * @throws DecoderException if the bytes are no replies; then the connection is of no use any more
     */
    @SuppressWarnings("deprecation") // getByteBuf, which Vert.x 5 has in BufferInternal
    public void decode(final Buffer received, final Consumer<@Nullable Object> replies) {
        channel.writeInbound(received.getByteBuf());
        for (Object message = channel.readInbound(); message != null; message = channel.readInbound()) {
            try {
                decode(message, replies);
            } finally {
                ReferenceCountUtil.release(message);
            }
        }
    }

    /** Releases the bytes of an incomplete reply. */
    public void close() {
        try {
            channel.finishAndReleaseAll();
        } catch (final CodecException error) {
            LOGGER.debug("The last reply is incomplete.", error);
        }
    }

    // Not Netty's aggregators, which make a composite buffer of each value.
    private void decode(final Object message, final Consumer<@Nullable Object> replies) {
        if (message instanceof final BulkStringHeaderRedisMessage header) {
            bytes = header.bulkStringLength() > maxValueSize ? null : new byte[header.bulkStringLength()];
            filled = 0;
        } else if (message instanceof final FullBulkStringRedisMessage whole) {
            add(whole.isNull() ? null : ByteBufUtil.getBytes(whole.content()), replies);
        } else if (message instanceof final BulkStringRedisContent part) {
            read(part.content());
            if (part instanceof LastBulkStringRedisContent) {
                add(bytes == null ? ErrorReply.of(ErrorReply.TOO_LARGE) : bytes, replies);
                bytes = null;
            }
        } else if (message instanceof final ArrayHeaderRedisMessage header) {
            if (header.isNull()) {
                add(null, replies);
            } else if (header.length() == 0) {
                add(List.of(), replies);
            } else {
                begin(header.length());
            }
        } else {
            add(value(message), replies);
        }
    }

    private void read(final ByteBuf part) {
        if (bytes != null) {
            final int length = part.readableBytes();
            part.readBytes(bytes, filled, length);
            filled += length;
        }
    }

    private void begin(final long length) {
        if (length > MOST_ELEMENTS || arrays.size() == MOST_LEVELS) {
            throw new DecoderException("an array has too many elements, or is nested too deeply");
        }
        arrays.addLast(new PartialArray(new ArrayList<>((int) Math.min(length, MOST_RESERVED)), (int) length));
    }

    /** Adds a value to the innermost array, which may complete it and those around it; without one it is a reply. */
    private void add(final @Nullable Object value, final Consumer<@Nullable Object> replies) {
        Object complete = value;
        for (PartialArray array = arrays.peekLast(); array != null; array = arrays.peekLast()) {
            array.values.add(complete);
            if (array.values.size() < array.length) {
                return;
            }
            arrays.removeLast();
            complete = array.values;
        }
        replies.accept(complete);
    }

    private static Object value(final Object message) {
        if (message instanceof final IntegerRedisMessage number) {
            return number.value();
        }
        if (message instanceof final SimpleStringRedisMessage status) {
            return status.content();
        }
        if (message instanceof final ErrorRedisMessage error) {
            return ErrorReply.of(error.content());
        }
        throw new DecoderException("unexpected " + message.getClass().getSimpleName());
    }
}
