package org.jzenith.messages.sql.internal.table;

import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import java.util.HashMap;
import java.util.Map;

/** The headers of a message as JSON, which is what the tables have. */
public final class HeaderText {

    private HeaderText() {}

    /**
     * Writes headers.
     *
     * @param headers text by name
     * @return a JSON object
     */
    public static String of(final Map<String, String> headers) {
        return headers.isEmpty() ? "{}" : new JsonObject(new HashMap<>(headers)).encode();
    }

    /**
     * Reads headers.
     *
     * @param text any text, because other clients of the database may have written it
     * @return text by name; empty if the text is not a JSON object
     */
    public static Map<String, String> read(final String text) {
        if (text.equals("{}") || text.strip().equals("null")) {
            return Map.of();
        }
        try {
            final Map<String, String> headers = new HashMap<>();
            new JsonObject(text).forEach(each -> headers.put(each.getKey(), String.valueOf(each.getValue())));
            return headers;
        } catch (final DecodeException e) {
            return Map.of();
        }
    }
}
