package org.jzenith.http.request;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpVersion;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;

/** The request id: the client's if it is valid, otherwise generated. */
public final class RequestId {

    private static final CharSequence HTTP1_NAME = HttpHeaders.createOptimized("X-Request-Id");

    /** HTTP/2 has no capitals; Vert.x would make this of the other for each response. */
    private static final CharSequence HTTP2_NAME = HttpHeaders.createOptimized("x-request-id");

    private static final int MAX_LENGTH = 64;

    private RequestId() {}

    public static String of(final MultiMap headers, final Sequence own) {
        final String given = headers.get(HTTP2_NAME);
        return given != null && isHarmless(given) ? given : own.next();
    }

    /** The name of the header, as the protocol writes it. */
    public static CharSequence headerName(final HttpVersion version) {
        return version == HttpVersion.HTTP_2 ? HTTP2_NAME : HTTP1_NAME;
    }

    private static boolean isHarmless(final String id) {
        if (id.isEmpty() || id.length() > MAX_LENGTH) {
            return false;
        }
        for (int i = 0; i < id.length(); i++) {
            final char c = id.charAt(i);
            final boolean harmless = (c >= 'a' && c <= 'z')
                    || (c >= 'A' && c <= 'Z')
                    || (c >= '0' && c <= '9')
                    || c == '-'
                    || c == '_'
                    || c == '.';
            if (!harmless) {
                return false;
            }
        }
        return true;
    }

    /** Ids that no other sequence has: a random beginning, and a number. Belongs to one event loop. */
    public static final class Sequence {

        private static final int RANDOM_LENGTH = 12;
        private static final int NUMBER_LENGTH = 8;
        private static final char LAST = 'z';

        private final byte[] text = new byte[RANDOM_LENGTH + 1 + NUMBER_LENGTH];

        public Sequence() {
            final String random = Long.toHexString(ThreadLocalRandom.current().nextLong() | Long.MIN_VALUE);
            for (int i = 0; i < RANDOM_LENGTH; i++) {
                text[i] = (byte) random.charAt(random.length() - RANDOM_LENGTH + i);
            }
            text[RANDOM_LENGTH] = '-';
            Arrays.fill(text, RANDOM_LENGTH + 1, text.length, (byte) '0');
        }

        String next() {
            int digit = text.length - 1;
            while (text[digit] == LAST) {
                text[digit--] = '0';
            }
            if (text[digit] == '-') {
                throw new IllegalStateException("All ids are taken."); // after 2.8 million million requests
            }
            text[digit] = (byte) (text[digit] == '9' ? 'a' : text[digit] + 1);
            return new String(text, StandardCharsets.ISO_8859_1);
        }
    }
}
