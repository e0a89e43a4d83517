package org.jzenith.http.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The reference counts of a shared piece. */
final class SharedPieceTest {

    private final SharedPiece piece = new SharedPiece("twelve bytes".getBytes(StandardCharsets.US_ASCII));

    private ByteBuf chunk() {
        return Objects.requireNonNull(piece.chunk(UnpooledByteBufAllocator.DEFAULT));
    }

    @Test
    void allResponsesHaveOneChunk() {
        final ByteBuf first = chunk();
        final ByteBuf second = chunk();
        assertThat(first.isDirect()).isTrue();
        assertThat(first.toString(StandardCharsets.US_ASCII)).isEqualTo("c\r\ntwelve bytes\r\n");
        first.skipBytes(5); // as a socket does
        assertThat(second.toString(StandardCharsets.US_ASCII)).isEqualTo("c\r\ntwelve bytes\r\n");
        assertThat(second.memoryAddress()).isEqualTo(first.memoryAddress());
        piece.end();
        first.release();
        assertThat(second.refCnt()).isEqualTo(1);
        second.release();
        assertThat(second.refCnt()).isZero();
    }

    @Test
    void anEndedPieceHasNoChunk() {
        final ByteBuf only = chunk();
        only.release();
        assertThat(only.refCnt()).isEqualTo(1);
        piece.end();
        piece.end();
        assertThat(only.refCnt()).isZero();
        assertThat(piece.chunk(UnpooledByteBufAllocator.DEFAULT)).isNull();
        assertThat(piece.content()).hasSize(12);
    }
}
