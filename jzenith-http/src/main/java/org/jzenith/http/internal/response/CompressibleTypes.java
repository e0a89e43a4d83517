package org.jzenith.http.internal.response;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** A set of media types. */
final class CompressibleTypes {

    private static final String EVENTS = "text/event-stream";

    private final Set<String> exact = new HashSet<>();

    /** The prefixes and suffixes of types: {@code text/*}, {@code application/*+json}. */
    private final List<List<String>> patterns = new ArrayList<>();

    CompressibleTypes(final List<String> written) {
        for (final String each : written) {
            final String type = each.toLowerCase(Locale.ROOT);
            final int asterisk = type.indexOf('*');
            if (asterisk < 0) {
                exact.add(type);
            } else {
                patterns.add(List.of(type.substring(0, asterisk), type.substring(asterisk + 1)));
            }
        }
    }

    /** Events are in it only if they are named. */
    boolean contains(final String contentType) {
        final int semicolon = contentType.indexOf(';');
        final String type = (semicolon < 0 ? contentType : contentType.substring(0, semicolon))
                .strip()
                .toLowerCase(Locale.ROOT);
        return exact.contains(type)
                || (!type.equals(EVENTS)
                        && patterns.stream()
                                .anyMatch(each -> type.startsWith(each.get(0)) && type.endsWith(each.get(1))));
    }
}
