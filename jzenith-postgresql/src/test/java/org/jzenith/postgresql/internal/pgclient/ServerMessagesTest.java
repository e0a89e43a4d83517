package org.jzenith.postgresql.internal.pgclient;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Messages of the server that arrive in parts. */
final class ServerMessagesTest {

    private static final int LONG = 10_000;

    private static ByteBuf row(final int bytes) {
        return Unpooled.buffer().writeByte('D').writeInt(Integer.BYTES + bytes).writeZero(bytes);
    }

    /** Sends bytes in two parts, and returns the lengths of what is passed on, which is the same bytes. */
    private static List<Integer> passedOn(final ByteBuf sent, final int firstPart) {
        final EmbeddedChannel channel = new EmbeddedChannel(new ServerMessages(1_000_000));
        final ByteBuf first = sent.copy(0, firstPart);
        final ByteBuf second = sent.copy(firstPart, sent.readableBytes() - firstPart);
        channel.writeInbound(first, second);
        final ByteBuf all = Unpooled.buffer();
        final List<Integer> lengths = new ArrayList<>();
        for (ByteBuf each = channel.readInbound(); each != null; each = channel.readInbound()) {
            lengths.add(each.readableBytes());
            all.writeBytes(each);
            each.release();
        }
        channel.finishAndReleaseAll();
        assertThat(ByteBufUtil.equals(all, sent)).isTrue();
        assertThat(first.refCnt()).isZero();
        assertThat(second.refCnt()).isZero();
        return lengths;
    }

    @Test
    void aShortMessageIsPassedOnAsAWhole() {
        final ByteBuf sent = Unpooled.wrappedBuffer(row(10), row(20));
        final int end = row(10).readableBytes();
        for (int first = 1; first < sent.readableBytes(); first++) {
            assertThat(passedOn(sent, first))
                    .as("first part of %s bytes", first)
                    .isEqualTo(first < end ? List.of(sent.readableBytes()) : List.of(end, sent.readableBytes() - end));
        }
    }

    @Test
    void aLongMessageIsPassedOnInParts() {
        assertThat(passedOn(row(LONG), 100)).containsExactly(100, LONG + 5 - 100);
    }
}
