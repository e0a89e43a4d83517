package org.jzenith.http.file;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.write.ResponseHead;

/** The head of a response with a file: the handler's status and headers, with the changes for the file. */
final class FileHead implements ResponseHead {

    private final ResponseHead given;
    private final Map<String, List<Object>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    private int status;

    FileHead(final ResponseHead given) {
        this.given = given;
        this.status = given.status();
        headers.putAll(given.headers());
    }

    @Override
    public int status() {
        return status;
    }

    void setStatus(final int changed) {
        status = changed;
    }

    @Override
    public Map<String, List<Object>> headers() {
        return headers;
    }

    @Override
    public String headerText(final Object value) {
        return given.headerText(value);
    }

    /** Returns the value of a header as it is sent; null if there is none. */
    @Nullable
    String text(final String name) {
        final List<Object> values = headers.get(name);
        return values == null || values.isEmpty() ? null : headerText(values.get(0));
    }

    void set(final String name, final String value) {
        headers.put(name, List.of(value));
    }

    /** Returns the value of a header, which is set now if the head has none. */
    String orSet(final String name, final String value) {
        final String own = text(name);
        if (own != null) {
            return own;
        }
        set(name, value);
        return value;
    }
}
