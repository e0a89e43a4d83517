package org.jzenith.javascript.internal.request;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds objects whose names would take JavaScript long to tell apart: very many, or many with the same hash code. */
final class ObjectNames {

    private static final int MOST = 10_000;
    private static final int MOST_ALIKE = 50;

    private final Map<Integer, Integer> byHash = new HashMap<>();
    private int count;

    private ObjectNames() {}

    /**
     * Reads JSON without keeping it.
     *
     * @param json UTF-8
     * @param factory creates the parser
     * @return a sentence for the client; null if no object has too many names
     * @throws IOException if it is not JSON
     */
    static @Nullable String mistake(final byte[] json, final JsonFactory factory) throws IOException {
        final Deque<ObjectNames> open = new ArrayDeque<>();
        try (JsonParser parser = factory.createParser(json)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token == JsonToken.START_OBJECT) {
                    open.push(new ObjectNames());
                } else if (token == JsonToken.END_OBJECT) {
                    open.pop();
                } else if (token == JsonToken.FIELD_NAME) {
                    final ObjectNames names = open.element();
                    if (++names.count > MOST) {
                        return "An object in the body has more than " + MOST + " members.";
                    }
                    if (names.byHash.merge(parser.currentName().hashCode(), 1, Integer::sum) > MOST_ALIKE) {
                        return "Too many members of an object in the body have names with the same hash code.";
                    }
                }
            }
        }
        return null;
    }
}
