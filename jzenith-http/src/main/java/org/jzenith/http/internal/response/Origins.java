package org.jzenith.http.internal.response;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.internal.request.WebOrigin;

/** A set of web origins (RFC 6454), as browsers write them in {@code Origin}. */
final class Origins {

    private static final String ANY = "*";

    private final boolean any;
    private final Set<String> exact = new HashSet<>();
    private final List<Pattern> wildcards = new ArrayList<>();

    /**
     * @param written the origins as configured
     * @throws IllegalArgumentException if one is not an origin; its message is a sentence
     */
    Origins(final List<String> written) {
        any = written.contains(ANY);
        final List<String> unreadable = new ArrayList<>();
        for (final String each : written) {
            if (each.equals(ANY)) {
                continue;
            }
            final String origin = each.equals("null") ? each : normal(each);
            if (origin == null) {
                unreadable.add("'" + each + "'");
                continue;
            }
            final int asterisk = origin.indexOf(ANY);
            if (asterisk < 0) {
                exact.add(origin);
            } else {
                wildcards.add(Pattern.compile(Pattern.quote(origin.substring(0, asterisk)) + "[a-z0-9_-]+"
                        + Pattern.quote(origin.substring(asterisk + 1))));
            }
        }
        if (!unreadable.isEmpty()) {
            throw new IllegalArgumentException(String.join(", ", unreadable)
                    + (unreadable.size() == 1 ? " is not an origin." : " are not origins."));
        }
    }

    /** Returns true if every origin is in the set. */
    boolean isAny() {
        return any;
    }

    boolean contains(final @Nullable String origin) {
        return origin != null && (any || names(origin));
    }

    /** Returns true for an origin that is in the set by its name, or by a wildcard for one label. */
    boolean names(final String origin) {
        return exact.contains(origin)
                || wildcards.stream().anyMatch(each -> each.matcher(origin).matches());
    }

    /** In lower case and without the port that its scheme implies, as browsers send it. Null if it is not an origin. */
    private static @Nullable String normal(final String written) {
        final int asterisk = written.indexOf('*');
        final int scheme = written.indexOf("://");
        final boolean isLabel = asterisk < 0
                || (asterisk == scheme + 3
                        && written.startsWith(".", asterisk + 1)
                        && written.indexOf('*', asterisk + 1) < 0);
        final WebOrigin origin = isLabel && scheme > 0 ? WebOrigin.of(written.replace('*', 'x')) : null;
        if (origin == null) {
            return null;
        }
        final String normal = origin.toString();
        return asterisk < 0 ? normal : normal.substring(0, asterisk) + ANY + normal.substring(asterisk + 1);
    }
}
