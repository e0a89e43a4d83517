package org.jzenith.http.response;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.request.WebOrigin;

/** A set of web origins (RFC 6454), as browsers write them in {@code Origin}. */
final class Origins {

    private static final String ANY = "*";

    /** A label of a host name between a beginning and an end. */
    private record Wildcard(String start, String end) {

        boolean matches(final String origin) {
            final int last = origin.length() - end.length();
            if (last <= start.length() || !origin.startsWith(start) || !origin.endsWith(end)) {
                return false;
            }
            for (int i = start.length(); i < last; i++) {
                final char c = origin.charAt(i);
                if ((c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '-' && c != '_') {
                    return false;
                }
            }
            return true;
        }
    }

    private final boolean any;
    private final Set<String> exact = new HashSet<>();
    private final List<Wildcard> wildcards = new ArrayList<>();

    /**
     * @param written the origins as configured
     * @throws IllegalArgumentException if one is no origin; its message is a sentence
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
                wildcards.add(new Wildcard(origin.substring(0, asterisk), origin.substring(asterisk + 1)));
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
        if (exact.contains(origin)) {
            return true;
        }
        for (final Wildcard each : wildcards) {
            if (each.matches(origin)) {
                return true;
            }
        }
        return false;
    }

    /** In lower case and without the port that its scheme implies, as browsers send it. Null if it is no origin. */
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
