package org.jzenith.restclient.internal.call;

import java.util.List;
import java.util.Map;
import org.jzenith.restclient.filter.OutboundRequestFilter;
import org.jzenith.restclient.filter.OutboundResponseFilter;

/**
 * The headers and filters that an application adds to all calls of a client.
 *
 * @param headers values by name, which are valid
 * @param requestFilters in the order in which they run
 * @param responseFilters in the order in which they run
 */
public record CallAdditions(
        Map<String, String> headers,
        List<OutboundRequestFilter> requestFilters,
        List<OutboundResponseFilter> responseFilters) {

    boolean areNone() {
        return headers.isEmpty() && requestFilters.isEmpty() && responseFilters.isEmpty();
    }

    /** Without the values of headers, which may be secrets. */
    @Override
    public String toString() {
        return "CallAdditions" + headers.keySet();
    }
}
