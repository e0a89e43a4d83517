package org.jzenith.http.internal.request;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpVersion;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;

/** The request id: the client's if it is valid, otherwise generated; by setting that of the trace. */
public final class RequestId {

    private static final CharSequence HTTP1_NAME = HttpHeaders.createOptimized("X-Request-Id");

    /** HTTP/2 has no capitals; Vert.x would make this of the other for each response. */
    private static final CharSequence HTTP2_NAME = HttpHeaders.createOptimized("x-request-id");

    private static final int MAX_LENGTH = 64;

    private static final Pattern TRACE_PARENT =
            Pattern.compile("(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-.*)?");
    private static final int TRACE_BEGIN = 3;
    private static final int TRACE_END = TRACE_BEGIN + 32;

    private RequestId() {}

    /**
     * Returns the id of the trace that a request belongs to, or that of a new one (W3C Trace Context, 3.2).
     *
     * @param headers of the request
     * @return 32 hexadecimal digits in lower case
     */
    public static String ofTrace(final MultiMap headers) {
        final String parent = headers.get("traceparent");
        if (parent != null && TRACE_PARENT.matcher(parent).matches()) {
            return parent.substring(TRACE_BEGIN, TRACE_END);
        }
        final ThreadLocalRandom random = ThreadLocalRandom.current();
        // an id of zeros is invalid
        return HexFormat.of().toHexDigits(random.nextLong() | 1)
                + HexFormat.of().toHexDigits(random.nextLong());
    }

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
