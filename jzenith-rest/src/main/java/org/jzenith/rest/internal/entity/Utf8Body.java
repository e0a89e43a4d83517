package org.jzenith.rest.internal.entity;

import io.reactivex.Flowable;
import io.vertx.core.buffer.Buffer;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.MediaType;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Bodies in the charset that their {@code Content-Type} declares, as UTF-8 for parsers that read nothing else. A body that is
 * no text in this charset is 400.
 */
public final class Utf8Body {

    private static final int PIECE = 8 * 1024;

    private Utf8Body() {}

    /**
     * The charset from which a body is converted.
     *
     * @param type the {@code Content-Type}; its charset is known here
     * @return null if nothing is converted: no charset, UTF-8, or ASCII, which is a part of it
     */
    public static @Nullable Charset declared(final @Nullable MediaType type) {
        final String name = type == null || type.getParameters().isEmpty()
                ? null
                : type.getParameters().get(MediaType.CHARSET_PARAMETER);
        if (name == null || !Charset.isSupported(name)) {
            return null;
        }
        final Charset charset = Charset.forName(name);
        return charset.equals(StandardCharsets.UTF_8) || charset.equals(StandardCharsets.US_ASCII) ? null : charset;
    }

    /**
     * Converts a body while it is read.
     *
     * @param body in the declared charset
     * @param type the {@code Content-Type}
     * @return the body itself if nothing is converted. A read throws a {@link WebApplicationException} where the body is no
     *     text in its charset
     */
    public static InputStream stream(final InputStream body, final @Nullable MediaType type) {
        final Charset charset = declared(type);
        return charset == null ? body : new Converted(body, new Conversion(charset));
    }

    /**
     * Converts a body while it arrives, with the demand of the subscriber.
     *
     * @param pieces in the declared charset
     * @param type the {@code Content-Type}
     * @return the pieces themselves if nothing is converted. An error where the body is not a text in its charset
     */
    public static Flowable<Buffer> pieces(final Flowable<Buffer> pieces, final @Nullable MediaType type) {
        final Charset charset = declared(type);
        return charset == null
                ? pieces
                : Flowable.defer(() -> {
                    final Conversion conversion = new Conversion(charset);
                    return pieces.map(piece -> Buffer.buffer(conversion.next(piece.getBytes())))
                            .concatWith(Flowable.fromCallable(() -> Buffer.buffer(conversion.end())));
                });
    }

    /** Reads pieces of 8 KiB of the body. */
    private static final class Converted extends InputStream {

        private final InputStream body;
        private final Conversion conversion;
        private byte[] made = {};
        private int position;
        private boolean ended;

        Converted(final InputStream body, final Conversion conversion) {
            this.body = body;
            this.conversion = conversion;
        }

        @Override
        public int read() throws IOException {
            return fill() ? made[position++] & 0xff : -1;
        }

        @Override
        public int read(final byte[] target, final int offset, final int length) throws IOException {
            if (length == 0) {
                return 0;
            }
            if (!fill()) {
                return -1;
            }
            final int count = Math.min(length, made.length - position);
            System.arraycopy(made, position, target, offset, count);
            position += count;
            return count;
        }

        private boolean fill() throws IOException {
            while (position == made.length && !ended) {
                final byte[] next = body.readNBytes(PIECE);
                ended = next.length == 0;
                made = ended ? conversion.end() : conversion.next(next);
                position = 0;
            }
            return position < made.length;
        }

        @Override
        public void close() throws IOException {
            body.close();
        }
    }
}
