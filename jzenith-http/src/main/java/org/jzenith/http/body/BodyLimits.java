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
 * @param maxBody the limit for one body in bytes
 * @param nanos the time in which a body must arrive, in nanoseconds
 * @param bodies the budget for all bodies held at a time
 * @param values the budget for values parsed from bodies
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
     * @param maxBody the limit for one body in bytes
     * @param timeout the time in which a body must arrive
     * @param maxBodies the limit for all bodies held at a time in bytes
     * @param maxValues the limit for all values parsed from bodies in bytes
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
     * Returns the libraries that codings need and that are not on the class path.
     *
     * @param codings some of {@code gzip}, {@code deflate}, {@code br} and {@code zstd}
     * @return empty if no library is missing
     */
    public static List<String> missingLibraries(final List<String> codings) {
        return ContentDecoder.missing(codings);
    }

    /**
     * Returns the size of the largest body that the memory for all bodies allows, independent of the limit for one
     * body.
     *
     * @return bytes
     */
    public long largestBody() {
        return bodies.largestBody();
    }

    /**
     * Returns the memory that buffered bodies use now.
     *
     * @return bytes
     */
    public long bufferedBodies() {
        return bodies.reserved();
    }

    /**
     * Returns the memory that values parsed from bodies use now.
     *
     * @return bytes
     */
    public long parsedBodies() {
        return values.reserved();
    }

    /**
     * Returns the coding that the server decodes for a request.
     *
     * @param incoming the request with the body
     * @return the coding in lower case; null if the body has no coding, or a coding that the server does not decode
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

    /** The failure for a body that is larger than the memory for all bodies allows. */
    MalformedRequestException largerThanBudget() {
        return tooLarge(largestBody(), plugin + ".max-buffered-bodies");
    }

    /** The failure for a body that is larger than its limit. Only the log names the setting or annotation that sets the limit. */
    MalformedRequestException tooLarge(final long limit, final String origin) {
        LOGGER.debug("A body is refused, because it is larger than {} bytes. This limit comes from {}.", limit, origin);
        return new MalformedRequestException(413, "The body is larger than " + limit + " bytes.");
    }
}
