package org.jzenith.restclient.internal.call;

import io.reactivex.Flowable;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The response of a service. Exactly one of body and stream is there.
 *
 * @param status the status
 * @param fields the headers
 * @param body the whole body
 * @param stream the pieces of a streamed body; it is subscribed once
 */
public record ReceivedResponse(
        int status,
        MultiMap fields,
        @Nullable Buffer body,
        @Nullable Flowable<Buffer> stream) {

    /**
     * Finds a header.
     *
     * @param name in any case
     * @return its first value, or null
     */
    public @Nullable String header(final String name) {
        return fields.get(name);
    }

    /**
     * Returns the media type.
     *
     * @return in lower case, without parameters; empty if the response names none
     */
    public String mediaType() {
        final String type = fields.get("Content-Type");
        if (type == null) {
            return "";
        }
        final int end = type.indexOf(';');
        return (end < 0 ? type : type.substring(0, end)).strip().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns true if the body is JSON.
     *
     * @return true for {@code application/json} and types that end with {@code +json}
     */
    public boolean isJson() {
        final String type = mediaType();
        return type.equals("application/json") || type.endsWith("+json");
    }

    /** Without headers and body, which may be secrets. */
    @Override
    public String toString() {
        return "a response with the status " + status;
    }

    /**
     * Returns all headers.
     *
     * @return values by lower-case names
     */
    public Map<String, List<String>> headers() {
        final Map<String, List<String>> all = new LinkedHashMap<>();
        fields.forEach((name, value) -> all.computeIfAbsent(name.toLowerCase(Locale.ROOT), none -> new ArrayList<>(1))
                .add(value));
        return all;
    }
}
