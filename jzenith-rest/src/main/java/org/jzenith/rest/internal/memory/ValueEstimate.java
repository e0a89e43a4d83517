package org.jzenith.rest.internal.memory;

import com.fasterxml.jackson.core.TreeNode;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import jakarta.ws.rs.core.Form;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import org.jboss.resteasy.spi.util.Types;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.body.ExchangeBody;
import org.jzenith.http.problem.Problem;
import org.jzenith.rest.error.ProblemException;
import org.jzenith.rest.internal.entity.ContentTypes;
import org.jzenith.rest.internal.json.JsonEntities;

/**
 * The estimated memory of a value that a body or part is read into.
 *
 * @param ofByte bytes of memory for each byte
 * @param ofToken bytes of memory for each token of a document; 0 if the value has no tokens
 */
public record ValueEstimate(int ofByte, int ofToken) {

    /** The least bytes of memory for a token of a value: one of a declared type. Most take 12. */
    public static final int OF_TOKEN = 32;

    /** The bytes of memory for a token of a tree or map, whose names and links take more. */
    private static final int OF_TOKEN_IN_TREE = 64;

    static final int OF_BYTE = 2;

    static final ValueEstimate OF_TEXT = new ValueEstimate(OF_BYTE, 0);

    /**
     * The bytes of a body whose value is not counted. A tree of empty objects takes 14 KB then, which is in the order of its request and
     * connection.
     */
    static final int UNCOUNTED = 512;

    /** The bytes of a body that reserves without counting tokens, while the budget has room. */
    static final int SMALL = 64 * 1024;

    /** The tokens for a byte of a document: JSON has at most one. */
    private static final int MOST_TOKENS = 1;

    /** The tokens for a byte of CSV, of which each may end a line. */
    private static final int MOST_TOKENS_OF_CSV = 4;

    private static final int TOO_LARGE = 413;

    private static final int MEBIBYTE = 1 << 20;

    /** Returns null if the memory of the values of a type is not counted. */
    static @Nullable ValueEstimate of(final Type type) {
        final Class<?> raw = Types.getRawType(type);
        if (raw == byte[].class || Buffer.class.isAssignableFrom(raw)) {
            return new ValueEstimate(1, 0);
        }
        if (CharSequence.class.isAssignableFrom(raw)
                || raw == char[].class
                || raw == Form.class
                || MultivaluedMap.class.isAssignableFrom(raw)) {
            return OF_TEXT;
        }
        if (JsonEntities.isDocument(raw)) {
            return ofElements(type);
        }
        return null;
    }

    /**
     * Estimates the elements of a body that a method takes one by one and may collect.
     *
     * @param type the type of an element
     * @return the estimate of a list of them
     */
    public static ValueEstimate ofElements(final Type type) {
        return new ValueEstimate(OF_BYTE, isTree(type) ? OF_TOKEN_IN_TREE : OF_TOKEN);
    }

    /**
     * Returns the memory of elements, unless there can never be room for it.
     *
     * @param received has the elements
     * @param length the bytes of the elements
     * @param tokens the tokens of the elements
     * @return bytes; 0 if the memory is not counted
     */
    public long memoryOfElements(final ExchangeBody received, final long length, final long tokens) {
        return length <= UNCOUNTED ? 0 : admissible(received, ofByte * length + ofToken * tokens);
    }

    private static boolean isTree(final Type type) {
        if (type instanceof final GenericArrayType array) {
            return isTree(array.getGenericComponentType());
        }
        final Class<?> raw = Types.getRawType(type);
        if (raw.isArray()) {
            return isTree(raw.getComponentType());
        }
        if (Collection.class.isAssignableFrom(raw) || raw == Iterable.class) {
            return !(type instanceof final ParameterizedType container)
                    || isTree(container.getActualTypeArguments()[0]);
        }
        return raw == Object.class
                || raw == JsonObject.class
                || raw == JsonArray.class
                || Map.class.isAssignableFrom(raw)
                || TreeNode.class.isAssignableFrom(raw)
                || ContentTypes.ownType(raw) != null;
    }

    /** The memory of the largest value that a body of a length can have. */
    long most(final int length, final @Nullable MediaType mediaType) {
        if (mediaType == null || !hasTokens(mediaType)) {
            return (long) ofByte * length;
        }
        final int tokens = ContentTypes.isCsv(mediaType) ? MOST_TOKENS_OF_CSV : MOST_TOKENS;
        return (long) (ofByte + ofToken * tokens) * length;
    }

    /** The memory of a value of a part, whose content is read to its end if it has tokens. */
    long memory(final InputStream content, final long length, final MediaType mediaType, final ExchangeBody received)
            throws IOException {
        return hasTokens(mediaType) ? memory(content, length, mediaType) : withoutTokens(length, received);
    }

    /** A single text or array is never refused here: the body has its own limit. */
    long withoutTokens(final long length, final ExchangeBody received) {
        return Math.min(ofByte * length, received.largestValue());
    }

    boolean hasTokens(final MediaType mediaType) {
        return ofToken > 0 && ContentTypes.isDocument(mediaType);
    }

    /** The memory of the value of a body, which is read to its end. */
    long memory(final InputStream body, final long length, final MediaType mediaType) throws IOException {
        final long tokens = ContentTypes.isCsv(mediaType)
                ? CsvTokens.of(body, mediaType)
                : JsonEntities.countTokens(body, mediaType);
        return ofByte * length + ofToken * tokens;
    }

    /** Returns the bytes, unless there can never be room for them. */
    static long admissible(final ExchangeBody received, final long bytes) {
        final long most = received.largestValue();
        if (bytes > most) {
            throw new ProblemException(Problem.of(TOO_LARGE)
                    .withDetail("The values of the body would take about " + mebibytes(bytes)
                            + " MiB of memory. At most " + mebibytes(most) + " MiB are allowed.")
                    .withMember("limit", "max-parsed-bodies"));
        }
        return bytes;
    }

    private static String mebibytes(final long bytes) {
        return String.format(Locale.ROOT, "%.1f", (double) bytes / MEBIBYTE);
    }
}
