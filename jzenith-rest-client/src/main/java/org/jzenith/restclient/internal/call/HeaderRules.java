package org.jzenith.restclient.internal.call;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.configuration.converter.TextConverter;
import org.jzenith.http.internal.configuration.HttpText;
import org.jzenith.restclient.internal.configuration.RestClientConfiguration;
import org.jzenith.restclient.response.UnsendableValueException;

/** The rules for headers that an application adds to the calls of a client. */
public final class HeaderRules {

    private static final int DELETE = 0x7f;
    private static final int LAST_OF_LATIN_1 = 0xff;

    /** Headers of the connection and of traces, which jZenith sets. */
    private static final Set<String> OF_CLIENT = Set.of(
            "host",
            "content-length",
            "transfer-encoding",
            "connection",
            "keep-alive",
            "proxy-connection",
            "upgrade",
            "te",
            "trailer",
            "expect",
            "traceparent",
            "tracestate");

    /** The remedy for each header that depends on the method of the client. */
    private static final Map<String, String> OF_METHOD = Map.of(
            "accept", "Set the media types with @Produces.",
            "content-type", "Set the media type with @Consumes.",
            "accept-encoding", "Set the client's setting 'compression'.",
            "idempotency-key",
                    "Add a parameter with @HeaderParam(\"Idempotency-Key\"), because each call needs its own value.");

    private HeaderRules() {}

    /**
     * Returns the remedy for a header that an application cannot add to all calls.
     *
     * @param name of the header, in any case
     * @param settings of the client
     * @return a sentence; null if the header can be added
     */
    public static @Nullable String remedy(final String name, final RestClientConfiguration settings) {
        if (name.equalsIgnoreCase(settings.deadlineHeader().orElse(""))) {
            return "Remove it, or set the client's setting 'deadline-header' to another header.";
        }
        if (name.equalsIgnoreCase(settings.requestIdHeader().orElse(""))) {
            return "Remove it, or set the client's setting 'request-id-header' to another header.";
        }
        final String lower = name.toLowerCase(Locale.ROOT);
        return OF_CLIENT.contains(lower) ? "Remove it." : OF_METHOD.get(lower);
    }

    /**
     * Returns true for the name of a header.
     *
     * @param name any text
     * @return false if it has characters that a name cannot have
     */
    public static boolean isName(final String name) {
        return converts(new HttpText.Token(), name);
    }

    /**
     * Returns true for the value of a default header.
     *
     * @param value any text
     * @return false if it has characters other than visible ASCII with spaces between
     */
    public static boolean isValue(final String value) {
        return converts(new HttpText.FieldValue(), value);
    }

    private static boolean converts(final TextConverter form, final String text) {
        try {
            return form.convert(text) != null;
        } catch (final IllegalArgumentException e) {
            return false;
        }
    }

    /**
     * Refuses what HTTP/1.1 cannot send in a header: control characters, and characters beyond ISO-8859-1.
     *
     * @param name of the header
     * @param value its value
     * @throws UnsendableValueException without the value
     */
    public static void checkValue(final String name, final String value) {
        if (value.chars().anyMatch(c -> (c < ' ' && c != '\t') || c == DELETE || c > LAST_OF_LATIN_1)) {
            throw new UnsendableValueException("The value of the header '" + name
                    + "' has characters that a header cannot contain. Encode it, for example by percent-encoding.");
        }
    }

    /** Refuses a header of a filter that the client sets itself, or that cannot be sent. */
    static void checkAdded(final String name, final String value, final RestClientConfiguration settings) {
        final String remedy = remedy(name, settings);
        if (remedy != null) {
            throw new IllegalArgumentException(
                    "A filter sets the header '" + name + "', which the client sets itself. " + remedy);
        }
        if (!isName(name)) {
            throw new IllegalArgumentException("A filter sets the header '" + name
                    + "', which is not a valid header name. Use letters, digits and hyphens.");
        }
        checkValue(name, value);
    }
}
