package org.jzenith.http.internal.response;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import java.util.ArrayList;
import java.util.List;
import org.jzenith.http.internal.request.HeaderList;

/** The header {@code Vary} (RFC 9110, 12.5.5): a list to which several parts of the server add. */
final class VaryField {

    private static final String ANYTHING = "*";

    private VaryField() {}

    /** Adds each name that is not there yet, unless the asterisk is. The response has one field then. */
    static void add(final MultiMap response, final CharSequence names) {
        if (!response.contains(HttpHeaders.VARY)) {
            response.set(HttpHeaders.VARY, names);
            return;
        }
        final List<String> fields = response.getAll(HttpHeaders.VARY);
        final List<String> all = new ArrayList<>();
        for (final String field : fields) {
            addNew(all, field);
        }
        addNew(all, names.toString());
        response.set(HttpHeaders.VARY, all.contains(ANYTHING) ? ANYTHING : String.join(", ", all));
    }

    private static void addNew(final List<String> all, final String names) {
        for (final String name : HeaderList.elements(List.of(names))) {
            if (all.stream().noneMatch(name::equalsIgnoreCase)) {
                all.add(name);
            }
        }
    }
}
