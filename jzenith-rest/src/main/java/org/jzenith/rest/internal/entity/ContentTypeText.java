package org.jzenith.rest.internal.entity;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.internal.request.HeaderList;

/** Checks of a Content-Type's text, in a request or a part, beyond those of {@code MediaType.valueOf(..)}. */
public final class ContentTypeText {

    private ContentTypeText() {}

    /**
     * Returns true if all strings are closed and no second type follows a comma.
     *
     * @param type the text
     * @return false if it is not a media type, or more than one
     */
    public static boolean isOne(final String type) {
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
     *
     * @param type the text, of which {@link #isOne} is true
     * @return in lower case, and not longer than a message may show
     */
    public static @Nullable String repeatedParameter(final String type) {
        final Set<String> names = new HashSet<>();
        final List<String> parts = HeaderList.parts(type);
        for (final String parameter : parts.subList(1, parts.size())) {
            final String name = name(parameter);
            if (!name.isEmpty() && !names.add(name)) {
                return ContentTypes.shown(name);
            }
        }
        return null;
    }

    private static String name(final String parameter) {
        final int equals = parameter.indexOf('=');
        return (equals < 0 ? parameter : parameter.substring(0, equals)).strip().toLowerCase(Locale.ROOT);
    }
}
