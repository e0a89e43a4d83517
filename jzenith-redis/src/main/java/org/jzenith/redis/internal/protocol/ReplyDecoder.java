package org.jzenith.redis.internal.protocol;

import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.CodecException;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.redis.ArrayRedisMessage;
import io.netty.handler.codec.redis.BulkStringHeaderRedisMessage;
import io.netty.handler.codec.redis.BulkStringRedisContent;
import io.netty.handler.codec.redis.ErrorRedisMessage;
import io.netty.handler.codec.redis.FullBulkStringRedisMessage;
import io.netty.handler.codec.redis.IntegerRedisMessage;
import io.netty.handler.codec.redis.LastBulkStringRedisContent;
import io.netty.handler.codec.redis.RedisArrayAggregator;
import io.netty.handler.codec.redis.RedisBulkStringAggregator;
import io.netty.handler.codec.redis.RedisCodecException;
import io.netty.handler.codec.redis.RedisDecoder;
import io.netty.handler.codec.redis.SimpleStringRedisMessage;
import io.netty.util.ReferenceCountUtil;
import io.vertx.core.buffer.Buffer;
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

    private final EmbeddedChannel channel;

    /** @param maxValueSize the limit of one value in bytes */
    public ReplyDecoder(final int maxValueSize) {
        channel = new EmbeddedChannel(
                new RedisDecoder(),
                new SizeLimit(maxValueSize),
                new RedisBulkStringAggregator(),
                new RedisArrayAggregator(MOST_ELEMENTS, MOST_LEVELS));
    }

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
                replies.accept(value(message));
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

    private static @Nullable Object value(final Object message) {
        if (message instanceof final FullBulkStringRedisMessage bulk) {
            return bulk.isNull() ? null : ByteBufUtil.getBytes(bulk.content());
        }
        if (message instanceof final IntegerRedisMessage number) {
            return number.value();
        }
        if (message instanceof final SimpleStringRedisMessage status) {
            return status.content();
        }
        if (message instanceof final ErrorRedisMessage error) {
            return ErrorReply.of(error.content());
        }
        if (message instanceof final ArrayRedisMessage array) {
            if (array.isNull()) {
                return null;
            }
            final List<@Nullable Object> values =
                    new ArrayList<>(array.children().size());
            array.children().forEach(each -> values.add(value(each)));
            return values;
        }
        throw new RedisCodecException("unexpected " + message.getClass().getSimpleName());
    }

    /** Replaces a value that is too large by an error, and skips its bytes. */
    private static final class SizeLimit extends ChannelInboundHandlerAdapter {

        private final int limit;
        private boolean skips;

        SizeLimit(final int limit) {
            this.limit = limit;
        }

        @Override
        public void channelRead(final ChannelHandlerContext context, final Object message) {
            if (message instanceof final BulkStringHeaderRedisMessage header && header.bulkStringLength() > limit) {
                skips = true;
                context.fireChannelRead(new ErrorRedisMessage(ErrorReply.TOO_LARGE));
            } else if (skips && message instanceof BulkStringRedisContent) {
                skips = !(message instanceof LastBulkStringRedisContent);
                ReferenceCountUtil.release(message);
            } else {
                context.fireChannelRead(message);
            }
        }
    }
}
