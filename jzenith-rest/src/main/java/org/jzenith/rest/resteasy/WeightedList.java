package org.jzenith.rest.resteasy;

/**
 * Recognises the values of {@code Accept} and {@code Accept-Language} that are surely well-formed (RFC 9110, 12.4 and
 * 12.5), without parsing them: most clients send such, and most requests never ask for them.
 */
final class WeightedList {

    private static final int END = -1;

    private WeightedList() {}

    /** Returns true if the text is only a list of {@code name/name} with optional weights. */
    static boolean isOfTypes(final String value) {
        return isPlain(value, true);
    }

    /** Returns true if the text is only a list of {@code name} with optional weights. */
    static boolean isOfLanguages(final String value) {
        return isPlain(value, false);
    }

    private static boolean isPlain(final String value, final boolean types) {
        int at = -1;
        do {
            at = weight(value, range(value, space(value, at + 1), types));
            if (at == END) {
                return false;
            }
            at = space(value, at);
        } while (at < value.length() && value.charAt(at) == ',');
        return at == value.length();
    }

    private static int range(final String value, final int begin, final boolean type) {
        final int name = token(value, begin);
        if (name == END || !type) {
            return name;
        }
        return name < value.length() && value.charAt(name) == '/' ? token(value, name + 1) : END;
    }

    private static int token(final String value, final int begin) {
        int at = begin;
        while (at < value.length() && isToken(value.charAt(at))) {
            at++;
        }
        return at == begin ? END : at;
    }

    /** A subset of the characters of a token. */
    private static boolean isToken(final char c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || c == '-'
                || c == '*'
                || c == '+'
                || c == '.';
    }

    private static int weight(final String value, final int begin) {
        if (begin == END) {
            return END;
        }
        final int semicolon = space(value, begin);
        if (semicolon == value.length() || value.charAt(semicolon) != ';') {
            return begin;
        }
        int at = space(value, semicolon + 1);
        if (!value.startsWith("q=", at) || at + 2 == value.length()) {
            return END;
        }
        at += 2;
        final char first = value.charAt(at);
        if (first != '0' && first != '1') {
            return END;
        }
        at++;
        if (at < value.length() && value.charAt(at) == '.') {
            at++;
            while (at < value.length() && value.charAt(at) >= '0' && value.charAt(at) <= (first == '0' ? '9' : '0')) {
                at++;
            }
        }
        return at;
    }

    private static int space(final String value, final int begin) {
        int at = begin;
        while (at < value.length() && value.charAt(at) == ' ') {
            at++;
        }
        return at;
    }
}
