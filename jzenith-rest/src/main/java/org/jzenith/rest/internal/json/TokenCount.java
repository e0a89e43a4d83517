package org.jzenith.rest.internal.json;

import java.io.IOException;
import java.io.InputStream;
import org.jzenith.http.problem.Problem;
import org.jzenith.rest.error.ProblemException;

/** Counts the tokens of a JSON document by the brackets, commas and colons outside of its texts. */
final class TokenCount {

    private static final int TOO_LARGE = 413;

    /** The number of bytes from which Jackson detects the encoding. */
    private static final int FIRST = 4;

    private static final int PIECE = 8 * 1024;

    private long tokens;
    private boolean inText;
    private boolean escaped;

    private TokenCount() {}

    /** Counts tokens. In UTF-16 and UTF-32 it counts inside texts as well, because other bytes look like quotes. */
    static long of(final InputStream document) throws IOException {
        final TokenCount count = new TokenCount();
        final byte[] piece = new byte[PIECE];
        int length = document.readNBytes(piece, 0, FIRST);
        final boolean isWide = isWide(piece, length);
        while (length > 0) {
            for (int i = 0; i < length; i++) {
                count.add(piece[i], isWide);
            }
            length = document.read(piece);
        }
        return count.tokens;
    }

    private static boolean isWide(final byte[] begin, final int length) {
        for (int i = 0; i < length; i++) {
            if (begin[i] == 0 || begin[i] == (byte) 0xfe) {
                return true;
            }
        }
        return false;
    }

    private void add(final byte next, final boolean isWide) {
        if (inText) {
            inText = escaped || next != '"';
            escaped = !escaped && next == '\\';
            return;
        }
        switch (next) {
            case '"' -> inText = !isWide;
            case '{', '}', '[', ']', ',', ':' -> tokens++;
            default -> {}
        }
    }

    static ProblemException refusal(final long limit) {
        return new ProblemException(Problem.of(TOO_LARGE)
                .withDetail("The document has more than " + limit + " tokens.")
                .withMember("limit", "max-tokens"));
    }
}
