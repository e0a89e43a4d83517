package org.jzenith.rest.invoke;

import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.error.Errors;

/** What a Content-Type must be beyond what {@link MediaType} reads. */
final class ContentTypes {

    private static final String BOUNDARY = "boundary";
    private static final int LONGEST_SHOWN = 100;

    private static final int LONGEST_BOUNDARY = 70;

    private ContentTypes() {}

    /** Whether all strings are closed, and no second type follows a comma. */
    static boolean isOne(final String type) {
        boolean quoted = false;
        for (int i = 0; i < type.length(); i++) {
            final char c = type.charAt(i);
            if (c == '"') {
                quoted = !quoted;
            } else if (quoted && c == '\\') {
                i++;
            } else if (!quoted && c == ',') {
                return false;
            }
        }
        return !quoted;
    }

    /**
     * The first name of a parameter that a type of balanced quotes has twice; null if there is none. Readers differ in which they take
     * (RFC 6838, 4.3).
     */
    static @Nullable String repeatedParameter(final String type) {
        int begin = type.indexOf(';') + 1;
        if (begin == 0 || type.indexOf(';', begin) < 0) {
            return null;
        }
        final Set<String> names = new HashSet<>();
        boolean quoted = false;
        for (int i = begin; i <= type.length(); i++) {
            final char c = i == type.length() ? ';' : type.charAt(i);
            if (quoted && c == '\\') {
                i++;
            } else if (c == '"') {
                quoted = !quoted;
            } else if (!quoted && c == ';') {
                final String name = name(type.substring(begin, i));
                if (!name.isEmpty() && !names.add(name)) {
                    return shown(name);
                }
                begin = i + 1;
            }
        }
        return null;
    }

    private static String name(final String parameter) {
        final int equals = parameter.indexOf('=');
        return (equals < 0 ? parameter : parameter.substring(0, equals)).strip().toLowerCase(Locale.ROOT);
    }

    /**
     * The boundary of the parts of a body (RFC 2046, section 5.1.1), if there is one that can be used. A body that is not
     * parsed needs none.
     */
    static String boundary(final @Nullable MediaType type) {
        final String boundary = type == null ? null : type.getParameters().get(BOUNDARY);
        if (boundary == null || !isBoundary(boundary)) {
            throw Errors.exception(400, "The Content-Type is multipart and has no boundary that can be used.");
        }
        return boundary;
    }

    /** Whether a body is a form of several parts. */
    static boolean isFormOfParts(final @Nullable MediaType type) {
        return type != null
                && type.getType().equalsIgnoreCase("multipart")
                && type.getSubtype().equalsIgnoreCase("form-data");
    }

    /** What is said where no writer fits. */
    static String notAcceptable(final HttpHeaders headers) {
        return "The Accept header '" + shown(headers.getHeaderString(HttpHeaders.ACCEPT))
                + "' fits nothing that is made here.";
    }

    /** What is said where no reader fits. */
    static String notSupported(final HttpHeaders headers, final boolean isJsonRead) {
        return notSupported(headers, isJsonRead ? "application/json" : null);
    }

    /** What is said where no reader fits; the expected types are null if they are not known. */
    static String notSupported(final HttpHeaders headers, final @Nullable String expected) {
        final String type = headers.getHeaderString(HttpHeaders.CONTENT_TYPE);
        return (type == null
                        ? "The request names no Content-Type"
                        : "The Content-Type '" + shown(type) + "' is not understood here")
                + (expected == null ? "." : "; send " + expected + ".");
    }

    private static String shown(final @Nullable String header) {
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
}
