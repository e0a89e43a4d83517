package org.jzenith.rest.internal.resteasy;

import jakarta.ws.rs.core.NewCookie;
import jakarta.ws.rs.ext.RuntimeDelegate.HeaderDelegate;
import java.time.DateTimeException;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Date;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.internal.log.LogText;

/**
 * Writes a {@link NewCookie} as RFC 6265 has it, section 4.1.1. RESTEasy writes {@code Version} of RFC 2109, which no browser
 * knows, and puts quotes around values that need none: a browser takes them for a part of the value. {@code NewCookie.toString()}
 * stays RESTEasy's, because the TCK compares it with {@code Version=1}. Immutable and safe for use by many threads.
 */
public final class SetCookieHeader implements HeaderDelegate<NewCookie> {

    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.US)
            .withZone(ZoneOffset.UTC);

    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]+");

    private static final String EXPIRES = "expires=";

    private final HeaderDelegate<NewCookie> reader;

    /**
     * Made once for each application.
     *
     * @param reader reads cookies, but for dates without hyphens
     */
    public SetCookieHeader(final HeaderDelegate<NewCookie> reader) {
        this.reader = reader;
    }

    @Override
    @SuppressWarnings("deprecation") // the comment of RFC 2109
    public String toString(final NewCookie cookie) {
        final String name = cookie.getName();
        final StringBuilder text =
                new StringBuilder().append(checkedName(name)).append('=').append(value(name, cookie.getValue()));
        append(text, "Path", checked(name, "path", cookie.getPath()));
        append(text, "Domain", checked(name, "domain", cookie.getDomain()));
        if (cookie.getMaxAge() != NewCookie.DEFAULT_MAX_AGE) {
            append(text, "Max-Age", Integer.toString(cookie.getMaxAge()));
        }
        if (cookie.getExpiry() != null) {
            append(text, "Expires", DATE.format(cookie.getExpiry().toInstant()));
        }
        if (cookie.isSecure()) {
            text.append("; Secure");
        }
        if (cookie.isHttpOnly()) {
            text.append("; HttpOnly");
        }
        if (cookie.getSameSite() != null) {
            append(
                    text,
                    "SameSite",
                    switch (cookie.getSameSite()) {
                        case NONE -> "None";
                        case LAX -> "Lax";
                        case STRICT -> "Strict";
                    });
        }
        append(text, "Comment", checked(name, "comment", cookie.getComment())); // of use to who reads the header
        return text.toString();
    }

    private static void append(final StringBuilder text, final String attribute, final @Nullable String value) {
        if (value != null) {
            text.append("; ").append(attribute).append('=').append(value);
        }
    }

    private static String value(final String name, final @Nullable String value) {
        if (value == null || value.isEmpty()) {
            return "";
        }
        checked(name, "value", value);
        final boolean isQuoted = value.length() > 1 && value.startsWith("\"") && value.endsWith("\"");
        return isQuoted || value.chars().allMatch(SetCookieHeader::isOctet) ? value : '"' + value + '"';
    }

    /** Returns true for characters that need no quotes (RFC 6265, 4.1.1). */
    private static boolean isOctet(final int character) {
        return character > ' '
                && character < 0x7f
                && character != '"'
                && character != ','
                && character != ';'
                && character != '\\';
    }

    /** A name is a token (RFC 6265, 4.1.1; RFC 9110, 5.6.2). */
    private static String checkedName(final String name) {
        if (!TOKEN.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "'" + LogText.escape(name) + "' is not a valid cookie name. Use one or more ASCII"
                            + " letters, digits and !#$%&'*+-.^_`|~ only.");
        }
        return name;
    }

    /** A browser ends a value at the first semicolon, also in quotes, and takes what follows for attributes. */
    private static @Nullable String checked(final String cookie, final String part, final @Nullable String text) {
        if (text != null) {
            for (int i = 0; i < text.length(); i++) {
                final char each = text.charAt(i);
                if (each == ';' || each < ' ' || each == 0x7f) {
                    throw new IllegalArgumentException("The " + part + " of the cookie '" + cookie
                            + "' has the character U+" + String.format(Locale.ROOT, "%04X", (int) each) + " at index "
                            + i + ", which would end the " + part
                            + ". Encode it, for example with Base64.getUrlEncoder().withoutPadding().");
                }
            }
        }
        return text;
    }

    @Override
    public NewCookie fromString(final String header) {
        final NewCookie cookie = reader.fromString(header);
        final Date expiry = cookie.getExpiry() == null ? expiry(header) : null;
        return expiry == null
                ? cookie
                : new NewCookie.Builder(cookie.getName())
                        .value(cookie.getValue())
                        .path(cookie.getPath())
                        .domain(cookie.getDomain())
                        .version(cookie.getVersion())
                        .comment(cookie.getComment())
                        .maxAge(cookie.getMaxAge())
                        .expiry(expiry)
                        .secure(cookie.isSecure())
                        .httpOnly(cookie.isHttpOnly())
                        .sameSite(cookie.getSameSite())
                        .build();
    }

    private static @Nullable Date expiry(final String header) {
        for (final String each : header.split(";", -1)) {
            final String attribute = each.strip();
            if (attribute.regionMatches(true, 0, EXPIRES, 0, EXPIRES.length())) {
                try {
                    return Date.from(ZonedDateTime.parse(attribute.substring(EXPIRES.length()), DATE)
                            .toInstant());
                } catch (final DateTimeException e) {
                    return null;
                }
            }
        }
        return null;
    }
}
