package org.jzenith.http.exchange;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The head of a response with further headers, whose content is a problem. */
final class ProblemHead implements ResponseHead {

    private final ResponseHead further;
    private final Map<String, List<Object>> headers;

    /**
     * Takes status and headers over.
     *
     * @param further its {@code Content-Type} is replaced
     */
    ProblemHead(final ResponseHead further) {
        this.further = further;
        this.headers = new LinkedHashMap<>(further.headers());
        headers.keySet().removeIf("Content-Type"::equalsIgnoreCase);
        headers.put("Content-Type", List.of("application/problem+json"));
    }

    @Override
    public int status() {
        return further.status();
    }

    @Override
    public Map<String, List<Object>> headers() {
        return headers;
    }

    @Override
    public String headerText(final Object value) {
        return further.headerText(value);
    }
}
