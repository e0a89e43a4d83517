package org.jzenith.http.internal.request;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Reads {@code Accept-Language} headers (RFC 9110, 12.5.4). */
public final class AcceptLanguage {

    private AcceptLanguage() {}

    /**
     * A language that the client accepts.
     *
     * @param locale the language; {@code *} for all that the client does not name
     * @param weight thousandths; 0 if the client does not take it
     */
    public record Range(Locale locale, int weight) {}

    /**
     * Reads the header.
     *
     * @param fields the fields of the request; none if it has no such header
     * @return the preferred ranges first; those of equal weights in the client's order
     * @throws IllegalArgumentException if a weight is malformed
     */
    public static List<Range> ranges(final Iterable<String> fields) {
        final List<Range> ranges = new ArrayList<>();
        for (final String element : HeaderList.elements(fields)) {
            final String tag = HeaderList.parts(element).get(0);
            final int weight = HeaderList.weight(element);
            if (weight < 0) {
                throw new IllegalArgumentException("The weight of '" + tag + "' is malformed.");
            }
            ranges.add(new Range(tag.equals("*") ? new Locale(tag) : Locale.forLanguageTag(tag), weight));
        }
        ranges.sort(Comparator.comparingInt(Range::weight).reversed());
        return ranges;
    }
}
