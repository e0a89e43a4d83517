package org.jzenith.rest.internal.deployment;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The compared part of a response. A server adds {@code Date} and the framing of the message, and omits the headers of
 * content that is not sent; a dispatcher without a server does neither.
 */
record ComparedAnswer(int status, Map<String, List<String>> headers, String body) {

    private static final Set<String> OF_THE_SERVER =
            Set.of("date", "connection", "content-length", "transfer-encoding", "x-request-id");
    private static final Set<Integer> WITHOUT_CONTENT = Set.of(204, 205, 304);
    private static final Set<String> OF_THE_CONTENT = Set.of("content-type", "content-encoding", "content-language");

    private static final Set<String> NEGOTIATED = Set.of("accept", "accept-language");

    /** Each failure that clients are not told about has another. */
    private static final Pattern ERROR_ID = Pattern.compile("(?i)\"id\":\"[0-9a-f]{16}\"");

    /** RESTEasy's dispatcher does not know which media types there are, so its 406 and 415 do not name them. */
    private static final Pattern MEDIA_TYPES =
            Pattern.compile("(?i)\"detail\":\"(No response format matches the Accept header|The Content-Type '"
                    + "|The request has no Content-Type|This Content-Type)([^\"\\\\]|\\\\.)*\"");

    /** RESTEasy does not say of which type a parameter is. */
    private static final Pattern EXPECTED =
            Pattern.compile("(?i)(The \\w+ parameter '[^']*' )(is|has an invalid value:) '([^\"\\\\]|\\\\.)*\"");

    static ComparedAnswer of(
            final int status,
            final Map<String, ? extends Collection<String>> headers,
            final String body,
            final boolean isHead) {
        final boolean isEmpty = WITHOUT_CONTENT.contains(status);
        final Map<String, List<String>> compared = new TreeMap<>();
        headers.forEach((name, values) -> {
            final String lower = name.toLowerCase(Locale.ROOT);
            if (!OF_THE_SERVER.contains(lower) && !(isEmpty && OF_THE_CONTENT.contains(lower))) {
                compared.put(lower, List.copyOf(values));
            }
        });
        compared.computeIfPresent("vary", (name, values) -> withoutNegotiation(values));
        return new ComparedAnswer(
                status,
                compared,
                isEmpty || isHead
                        ? ""
                        : EXPECTED.matcher(MEDIA_TYPES
                                        .matcher(ERROR_ID.matcher(body).replaceAll("\"id\":0"))
                                        .replaceAll("\"detail\":0"))
                                .replaceAll("$10\""));
    }

    /** RESTEasy does not say that the media type or the language of violations is chosen. Null if nothing is left. */
    private static List<String> withoutNegotiation(final List<String> values) {
        final List<String> left = values.stream()
                .flatMap(value -> Arrays.stream(value.split(",", -1)))
                .map(String::strip)
                .filter(name -> !NEGOTIATED.contains(name.toLowerCase(Locale.ROOT)))
                .toList();
        return left.isEmpty() ? null : left;
    }

    /** The values of a header, joined; empty if there is none. */
    String header(final String name) {
        return String.join(", ", headers.getOrDefault(name.toLowerCase(Locale.ROOT), List.of()));
    }

    ComparedAnswer withHeader(final String name, final String value) {
        final Map<String, List<String>> changed = new TreeMap<>(headers);
        changed.put(name.toLowerCase(Locale.ROOT), List.of(value));
        return new ComparedAnswer(status, changed, body);
    }

    ComparedAnswer withBody(final String changed) {
        return new ComparedAnswer(status, headers, changed);
    }
}
