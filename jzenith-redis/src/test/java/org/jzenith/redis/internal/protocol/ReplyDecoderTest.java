package org.jzenith.redis.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.handler.codec.DecoderException;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Replies of all kinds, as a whole and byte by byte. */
@Tag("full")
final class ReplyDecoderTest {

    private static final int LIMIT = 5;

    private static List<@Nullable Object> decoded(final String sent, final int partSize) {
        final ReplyDecoder decoder = new ReplyDecoder(LIMIT);
        final byte[] bytes = sent.getBytes(StandardCharsets.UTF_8);
        final List<@Nullable Object> replies = new ArrayList<>();
        for (int at = 0; at < bytes.length; at += partSize) {
            decoder.decode(
                    Buffer.buffer(Arrays.copyOfRange(bytes, at, Math.min(bytes.length, at + partSize))),
                    reply -> replies.add(readable(reply)));
        }
        decoder.close();
        return replies;
    }

    private static @Nullable Object readable(final @Nullable Object reply) {
        if (reply instanceof final byte[] bytes) {
            return "bytes of " + new String(bytes, StandardCharsets.UTF_8);
        }
        return reply instanceof final List<?> list
                ? list.stream().map(ReplyDecoderTest::readable).toList()
                : reply;
    }

    private static void assertDecoded(final String sent, final @Nullable Object... expected) {
        for (final int partSize : new int[] {1, 2, 7, 1_000}) {
            assertThat(decoded(sent, partSize))
                    .as("parts of %s bytes", partSize)
                    .containsExactly(expected);
        }
    }

    @Test
    void repliesComeWholeInTheirOrder() {
        assertDecoded(
                "+OK\r\n:7\r\n$3\r\nabc\r\n$0\r\n\r\n$-1\r\n-WRONGTYPE of a key\r\n*-1\r\n*0\r\n",
                "OK",
                7L,
                "bytes of abc",
                "bytes of ",
                null,
                new ErrorReply("WRONGTYPE", "of a key"),
                null,
                List.of());
    }

    @Test
    void arraysMayHaveArraysInThem() {
        assertDecoded(
                "*3\r\n*2\r\n$1\r\na\r\n*0\r\n*1\r\n*1\r\n:1\r\n$1\r\nb\r\n+OK\r\n",
                List.of(List.of("bytes of a", List.of()), List.of(List.of(1L)), "bytes of b"),
                "OK");
    }

    @Test
    void aValueThatIsTooLargeIsAnErrorInItsPlace() {
        assertDecoded(
                "*2\r\n$6\r\nabcdef\r\n$5\r\nabcde\r\n+OK\r\n",
                List.of(new ErrorReply(ErrorReply.TOO_LARGE, ""), "bytes of abcde"),
                "OK");
    }

    @Test
    void anArrayWithTooManyLevelsOrElementsIsRefused() {
        assertThatThrownBy(() -> decoded("*1\r\n".repeat(33), 1_000)).isInstanceOf(DecoderException.class);
        assertThatThrownBy(() -> decoded("*16777217\r\n", 1_000)).isInstanceOf(DecoderException.class);
    }
}
