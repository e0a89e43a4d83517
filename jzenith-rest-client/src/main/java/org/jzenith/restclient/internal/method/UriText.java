package org.jzenith.restclient.internal.method;

import com.google.common.net.PercentEscaper;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Percent-encodes values for one place of a URI (RFC 3986), in UTF-8. */
final class UriText {
    /** A segment of the path; a slash is encoded. */
    static final UriText SEGMENT = new UriText("-._~!$&'()*+,:@", false);

    /** Segments of the path, for a parameter whose pattern allows slashes. */
    static final UriText SEGMENTS = new UriText("-._~!$&'()*+,:@/", false);

    /** The name or value of a matrix parameter. */
    static final UriText MATRIX = new UriText("-._~!$'()*+:@", false);

    /** The name or value of a query parameter. */
    static final UriText QUERY = new UriText("-._~!$'()*,:@/?", false);

    /** The name or value of a form parameter. */
    static final UriText FORM = new UriText("-._*", true);

    private static final Pattern ESCAPE = Pattern.compile("%[0-9a-fA-F]{2}");

    private final PercentEscaper escaper;

    private UriText(final String others, final boolean plus) {
        this.escaper = new PercentEscaper(others, plus);
    }

    /**
     * Appends a value.
     *
     * @param encoded true to keep what is encoded already, as {@code @Encoded} asks
     */
    void append(final StringBuilder target, final String value, final boolean encoded) {
        int end = 0;
        if (encoded) {
            final Matcher escape = ESCAPE.matcher(value);
            while (escape.find()) {
                target.append(escaped(value.substring(end, escape.start()))).append(escape.group());
                end = escape.end();
            }
        }
        target.append(escaped(value.substring(end)));
    }

    private String escaped(final String text) {
        return escaper.escape(
                new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8)); // a lone surrogate is a ?
    }
}
