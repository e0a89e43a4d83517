package org.jzenith.http.exchange;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Which bodies are decoded (RFC 9110, 8.4).
 *
 * @param codings some of {@code gzip}, {@code deflate}, {@code br} and {@code zstd}
 * @param maxRatio bytes that a byte may become on average, beyond the first mebibyte
 */
record BodyDecoding(List<String> codings, int maxRatio) {

    /** The coding of a request, in lower case; null if it has none or one that is not decoded. */
    @Nullable
    String of(final HttpServerRequest incoming) {
        final List<String> fields = incoming.headers().getAll(HttpHeaders.CONTENT_ENCODING);
        if (fields.size() != 1) {
            return null;
        }
        final String name = fields.get(0).strip().toLowerCase(Locale.ROOT);
        final String coding = name.equals("x-gzip") ? "gzip" : name;
        return codings.contains(coding) ? coding : null;
    }
}
