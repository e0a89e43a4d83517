package org.jzenith.http.response;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import java.util.List;

/** The header {@code Vary} (RFC 9110, 12.5.5): a list to which several parts of the server add. */
final class VaryField {

    private VaryField() {}

    /** Adds a name unless it is there already, or the asterisk is. */
    static void add(final MultiMap response, final CharSequence name) {
        if (!response.contains(HttpHeaders.VARY)) {
            response.set(HttpHeaders.VARY, name);
            return;
        }
        final List<String> fields = response.getAll(HttpHeaders.VARY);
        for (final String field : fields) {
            for (final String each : field.split(",", -1)) {
                final String member = each.strip();
                if (member.equals("*") || member.contentEquals(name) || member.equalsIgnoreCase(name.toString())) {
                    return;
                }
            }
        }
        response.set(HttpHeaders.VARY, String.join(", ", fields) + ", " + name);
    }
}
