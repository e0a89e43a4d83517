package org.jzenith.http.body;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.internal.limit.NanoTime;
import org.jzenith.http.request.MalformedRequestException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A listener's limits on request bodies.
 *
 * @param plugin the prefix of its configuration keys
 * @param maxBody bytes of one body
 * @param nanos the time in which a body must arrive
 * @param bodies the budget for all bodies held at a time
 * @param values the budget for the values that bodies are read into
 * @param codings the codings that are decoded (RFC 9110, 8.4): some of {@code gzip}, {@code deflate}, {@code br} and {@code zstd}
 * @param maxRatio bytes that an encoded byte may decode to on average, beyond the first mebibyte
 */
public record BodyLimits(
        String plugin,
        long maxBody,
        long nanos,
        BodyBudget bodies,
        BodyBudget values,
        List<String> codings,
        int maxRatio) {

    private static final Logger LOGGER = LoggerFactory.getLogger(BodyLimits.class);

    /**
     * Creates limits with new budgets.
     *
     * @param plugin the prefix of its configuration keys
     * @param maxBody bytes of one body
     * @param timeout the time in which a body must arrive
     * @param maxBodies bytes of all bodies held at a time
     * @param maxValues bytes of all values that bodies are read into
     * @param codings the codings that are decoded
     * @param maxRatio bytes that an encoded byte may decode to on average, beyond the first mebibyte
     * @return the limits of one listener
     */
    public static BodyLimits of(
            final String plugin,
            final long maxBody,
            final Duration timeout,
            final long maxBodies,
            final long maxValues,
            final List<String> codings,
            final int maxRatio) {
        return new BodyLimits(
                plugin,
                maxBody,
                NanoTime.of(timeout),
                new BodyBudget(maxBodies),
                new BodyBudget(maxValues),
                codings,
                maxRatio);
    }

    /**
     * Names what codings need that is not on the class path.
     *
     * @param codings some of {@code gzip}, {@code deflate}, {@code br} and {@code zstd}
     * @return empty if bodies of all these can be decoded
     */
    public static List<String> missingLibraries(final List<String> codings) {
        return ContentDecoder.missing(codings);
    }

    /**
     * The largest body that can be received, whatever the limit of one body is.
     *
     * @return bytes
     */
    public long largestBody() {
        return bodies.largestBody();
    }

    /**
     * The bytes of the bodies that are held now.
     *
     * @return bytes
     */
    public long bufferedBodies() {
        return bodies.reserved();
    }

    /**
     * The bytes of the values that bodies were read into.
     *
     * @return bytes
     */
    public long parsedBodies() {
        return values.reserved();
    }

    /**
     * The coding of a body that is decoded.
     *
     * @param incoming has the body
     * @return in lower case; null if the body has no coding, or one that is not decoded
     */
    public @Nullable String decodedCoding(final HttpServerRequest incoming) {
        final List<String> fields = incoming.headers().getAll(HttpHeaders.CONTENT_ENCODING);
        if (fields.size() != 1) {
            return null;
        }
        final String name = fields.get(0).strip().toLowerCase(Locale.ROOT);
        final String coding = name.equals("x-gzip") ? "gzip" : name;
        return codings.contains(coding) ? coding : null;
    }

    /** The body has more bytes than all bodies together may take. */
    MalformedRequestException largerThanBudget() {
        return tooLarge(largestBody(), plugin + ".max-buffered-bodies");
    }

    /** The body has more bytes than it may. The log says what sets the limit, which clients need not know. */
    MalformedRequestException tooLarge(final long limit, final String origin) {
        LOGGER.debug("A body is refused, because it is larger than {} bytes. This limit comes from {}.", limit, origin);
        return new MalformedRequestException(413, "The body is larger than " + limit + " bytes.");
    }
}
