package org.jzenith.rest.internal.entity;

import io.reactivex.Single;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.internal.error.Errors;

/** Checks of a Content-Type beyond those of {@link MediaType}. */
public final class ContentTypes {

    private static final String BOUNDARY = "boundary";
    private static final int LONGEST_SHOWN = 100;

    private static final int LONGEST_BOUNDARY = 70;

    private ContentTypes() {}

    /**
     * The boundary of the parts of a body (RFC 2046, section 5.1.1), if there is one that can be used. A body that is not
     * parsed needs none.
     */
    public static String boundary(final @Nullable MediaType type) {
        final String boundary = type == null ? null : type.getParameters().get(BOUNDARY);
        if (boundary == null || !isBoundary(boundary)) {
            throw Errors.exception(400, "The multipart Content-Type has no valid boundary parameter.");
        }
        return boundary;
    }

    /** Returns the media type that a type of bodies names with {@code @Consumes}, the only one it is read from; null if it names none. */
    public static @Nullable MediaType ownType(final Class<?> body) {
        final Consumes own = body.getAnnotation(Consumes.class);
        return own == null ? null : MediaType.valueOf(own.value()[0]);
    }

    /** Returns true if a body is a multipart form. */
    public static boolean isFormOfParts(final @Nullable MediaType type) {
        return type != null
                && type.getType().equalsIgnoreCase("multipart")
                && type.getSubtype().equalsIgnoreCase("form-data");
    }

    /** Returns true if a body is CSV. */
    public static boolean isCsv(final @Nullable MediaType type) {
        return type != null
                && type.getType().equalsIgnoreCase("text")
                && type.getSubtype().equalsIgnoreCase("csv");
    }

    /** Returns true if a body is a document of many tokens: JSON or CSV. */
    public static boolean isDocument(final MediaType type) {
        final String subtype = type.getSubtype().toLowerCase(Locale.ROOT);
        return subtype.equals("json") || subtype.endsWith("+json") || isCsv(type);
    }

    /** Returns the error text for a request whose Accept header no writer fits. */
    public static String notAcceptable(final HttpHeaders headers) {
        return "No response format matches the Accept header '" + shown(headers.getHeaderString(HttpHeaders.ACCEPT))
                + "'.";
    }

    /** Returns the error text for a request whose Content-Type no reader fits. */
    public static String notSupported(final HttpHeaders headers, final boolean isJsonRead) {
        return notSupported(headers, isJsonRead ? "application/json" : null);
    }

    /**
     * Returns the error text for a request whose Content-Type no reader fits. The expected types are null if unknown.
     */
    public static String notSupported(final HttpHeaders headers, final @Nullable String expected) {
        return notSupported(
                headers.getHeaderString(HttpHeaders.CONTENT_TYPE), expected == null ? "." : ". Send " + expected + ".");
    }

    /**
     * Returns the error text for a request whose Content-Type is not supported.
     *
     * @param type the client's header; null if there is none
     * @param end the end of the text, after the sentence about the type
     */
    public static String notSupported(final @Nullable String type, final String end) {
        return (type == null
                        ? "The request has no Content-Type"
                        : "The Content-Type '" + shown(type) + "' is not supported")
                + end;
    }

    /** A value of a header, or its start. */
    public static String shown(final @Nullable String header) {
        return header == null || header.length() <= LONGEST_SHOWN
                ? String.valueOf(header)
                : header.substring(0, LONGEST_SHOWN) + "..";
    }

    private static boolean isBoundary(final String boundary) {
        if (boundary.isEmpty() || boundary.length() > LONGEST_BOUNDARY || boundary.endsWith(" ")) {
            return false;
        }
        return boundary.chars()
                .allMatch(c -> (c >= 'a' && c <= 'z')
                        || (c >= 'A' && c <= 'Z')
                        || (c >= '0' && c <= '9')
                        || "'()+_,-./:=? ".indexOf(c) >= 0);
    }

    /**
     * Returns the type that a body is read into.
     *
     * @param declared the type of a parameter
     * @return without {@code Single} or {@code Optional} around it
     */
    public static Type bodyType(final Type declared) {
        return declared instanceof final ParameterizedType wrapper
                        && (wrapper.getRawType() == Single.class || wrapper.getRawType() == Optional.class)
                ? wrapper.getActualTypeArguments()[0]
                : declared;
    }
}
