package org.jzenith.websocket.internal.message;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.zip.Deflater;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.internal.request.HeaderList;

/** Compresses messages as permessage-deflate without context takeover (RFC 7692, 7.2.1), and agrees on it. */
public final class MessageDeflater {

    /** The negotiated extension; no memory is kept between messages. */
    static final String AGREED = "permessage-deflate; server_no_context_takeover; client_no_context_takeover";

    private static final int PIECE = 8192;

    /** The end of a flush, which is not sent. */
    private static final int TAIL = 4;

    private MessageDeflater() {}

    /** Null if no offer of the client can be accepted: the window of zlib has a fixed size here. */
    public static @Nullable String agree(final Iterable<String> fields) {
        return HeaderList.elements(fields).stream().anyMatch(MessageDeflater::isAcceptable) ? AGREED : null;
    }

    private static boolean isAcceptable(final String offer) {
        final List<String> parts =
                HeaderList.parts(offer.toLowerCase(Locale.ROOT).replace("\"", ""));
        return parts.get(0).equals("permessage-deflate")
                && parts.stream().skip(1).allMatch(MessageDeflater::isKnown);
    }

    private static boolean isKnown(final String parameter) {
        return parameter.equals("server_no_context_takeover")
                || parameter.equals("client_no_context_takeover")
                || parameter.equals("server_max_window_bits=15")
                || parameter.matches("client_max_window_bits(=(8|9|1[0-5]))?");
    }

    static byte[] compress(final byte[] message) {
        final Deflater zlib = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
        try {
            zlib.setInput(message);
            final ByteArrayOutputStream all = new ByteArrayOutputStream(Math.max(64, message.length / 2));
            final byte[] piece = new byte[PIECE];
            int length;
            do {
                length = zlib.deflate(piece, 0, piece.length, Deflater.SYNC_FLUSH);
                all.write(piece, 0, length);
            } while (length == piece.length);
            final byte[] flushed = all.toByteArray();
            return Arrays.copyOf(flushed, flushed.length - TAIL);
        } finally {
            zlib.end();
        }
    }
}
