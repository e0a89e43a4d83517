package org.jzenith.http.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpMethod;
import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Evaluation of conditional requests (RFC 9110, 13). The file was changed on 2024-05-06 at 07:08:09.5 and has 100 bytes. */
final class PreconditionsTest {

    private static final Instant MODIFIED = Instant.parse("2024-05-06T07:08:09.500Z");
    private static final String SAME = "Mon, 06 May 2024 07:08:09 GMT";
    private static final String BEFORE = "Mon, 06 May 2024 07:08:08 GMT";
    private static final String AFTER = "Mon, 06 May 2024 07:08:10 GMT";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "GET | 'a' | | 200",
                "GET | 'a' | If-None-Match: 'a' | 304",
                "HEAD | 'a' | If-None-Match: 'a' | 304",
                "GET | 'a' | If-None-Match: W/'a' | 304",
                "GET | W/'a' | If-None-Match: 'a' | 304",
                "GET | 'a' | If-None-Match: 'b', 'a' | 304",
                "GET | 'a' | If-None-Match: 'b,a' | 200",
                "GET | 'a' | If-None-Match: * | 304",
                "GET | 'a' | If-None-Match: 'b' | 200",
                "GET | 'a' | If-None-Match: a | 200",
                "GET | 'a' | If-None-Match: 'a | 200",
                "GET | 'a' | If-Modified-Since: SAME | 304",
                "GET | 'a' | If-Modified-Since: AFTER | 304",
                "GET | 'a' | If-Modified-Since: BEFORE | 200",
                "GET | 'a' | If-Modified-Since: Monday, 06-May-24 07:08:09 GMT | 304",
                "GET | 'a' | If-Modified-Since: Mon May  6 07:08:09 2024 | 304",
                "GET | 'a' | If-Modified-Since: yesterday | 200",
                "GET | 'a' | If-None-Match: 'b'; If-Modified-Since: SAME | 200",
                "GET | 'a' | If-Match: 'a' | 200",
                "GET | 'a' | If-Match: * | 200",
                "GET | 'a' | If-Match: 'b' | 412",
                "GET | 'a' | If-Match: W/'a' | 412",
                "GET | W/'a' | If-Match: W/'a' | 412",
                "GET | W/'a' | If-Match: * | 200",
                "GET | 'a' | If-Unmodified-Since: SAME | 200",
                "GET | 'a' | If-Unmodified-Since: BEFORE | 412",
                "GET | 'a' | If-Unmodified-Since: yesterday | 200",
                "GET | 'a' | If-Match: 'a'; If-Unmodified-Since: BEFORE | 200",
                "GET | 'a' | If-Match: 'b'; If-None-Match: 'a' | 412",
                "GET | 'a' | If-Match: 'a'; If-None-Match: 'a' | 304",
                "GET | 'a' | Range: bytes=0-9 | 206",
                "HEAD | 'a' | Range: bytes=0-9 | 200",
                "GET | 'a' | Range: bytes=100- | 416",
                "HEAD | 'a' | Range: bytes=100- | 200",
                "GET | 'a' | Range: bytes=0-9; Range: bytes=1-2 | 200",
                "GET | 'a' | Range: bytes=0-9; If-Range: 'a' | 206",
                "GET | 'a' | Range: bytes=0-9; If-Range: 'b' | 200",
                "GET | 'a' | Range: bytes=100-; If-Range: 'b' | 200",
                "GET | W/'a' | Range: bytes=0-9; If-Range: W/'a' | 200",
                "GET | W/'a' | Range: bytes=0-9; If-Range: 'a' | 200",
                "GET | 'a' | Range: bytes=0-9; If-Range: SAME | 206",
                "GET | 'a' | Range: bytes=0-9; If-Range: AFTER | 200",
                "GET | W/'a' | Range: bytes=0-9; If-Range: SAME | 200",
                "GET | 'a' | Range: bytes=0-9; If-None-Match: 'a' | 304",
                "GET | 'a' | Range: bytes=0-9; If-Match: 'b' | 412",
                "GET | 'a' | If-Range: 'b' | 200",
            })
    void conditionsAreEvaluatedInTheirOrder(
            final String method, final String tag, final String headers, final int status) {
        final MultiMap sent = MultiMap.caseInsensitiveMultiMap();
        if (headers != null) {
            for (final String each : headers.split("; ")) {
                final int colon = each.indexOf(':');
                sent.add(
                        each.substring(0, colon),
                        each.substring(colon + 1)
                                .strip()
                                .replace('\'', '"')
                                .replace("SAME", SAME)
                                .replace("BEFORE", BEFORE)
                                .replace("AFTER", AFTER));
            }
        }
        assertThat(Preconditions.of(HttpMethod.valueOf(method), sent, tag.replace('\'', '"'), MODIFIED, 100, true)
                        .status())
                .isEqualTo(status);
    }
}
