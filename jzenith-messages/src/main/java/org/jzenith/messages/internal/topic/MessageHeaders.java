package org.jzenith.messages.internal.topic;

import java.util.Map;
import java.util.TreeMap;

/** The headers of messages, and their limits. */
public final class MessageHeaders {

    /** The consumer for which a dead letter is published again; other consumers pass over it. */
    public static final String CONSUMER = "jzenith-consumer";

    private static final String OWN = "jzenith-";
    private static final int MOST = 64;
    private static final int MOST_SIZE = 8 * 1024;

    private MessageHeaders() {}

    /** Returns true if an application cannot set a header of this name. */
    static boolean isOwn(final String name) {
        return name.regionMatches(true, 0, OWN, 0, OWN.length());
    }

    /** Returns a copy without jZenith's own. */
    public static Map<String, String> withoutOwn(final Map<String, String> headers) {
        final Map<String, String> others = new TreeMap<>(headers);
        others.keySet().removeIf(MessageHeaders::isOwn);
        return Map.copyOf(others);
    }

    /** Returns true if an application may publish these headers. */
    static boolean fit(final Map<String, String> headers) {
        return fit(headers, 1);
    }

    /** Returns true if a consumer may get these headers: those of a trace come in addition to what an application may publish. */
    public static boolean fitWithTrace(final Map<String, String> headers) {
        return fit(headers, 2);
    }

    private static boolean fit(final Map<String, String> headers, final int factor) {
        return headers.size() <= factor * MOST && characters(headers) <= (long) factor * MOST_SIZE;
    }

    /** Returns the number of characters of all names and values. */
    static long characters(final Map<String, String> headers) {
        return headers.entrySet().stream()
                .mapToLong(each -> each.getKey().length() + each.getValue().length())
                .sum();
    }

    static String limits() {
        return MOST + " headers with " + MOST_SIZE + " characters in total";
    }
}
