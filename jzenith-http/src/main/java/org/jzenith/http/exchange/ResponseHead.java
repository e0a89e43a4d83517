package org.jzenith.http.exchange;

import java.util.List;
import java.util.Map;

/** Status and headers of a response, as a handler has made them. */
public interface ResponseHead {

    /**
     * The status.
     *
     * @return from 200 to 999
     */
    int status();

    /**
     * The headers; those that frame the message (RFC 9112, 6) are ignored, because the server sets them.
     *
     * @return values by name
     */
    Map<String, List<Object>> headers();

    /**
     * A value as it is sent.
     *
     * @param value of a header
     * @return what stands in the field
     */
    String headerText(Object value);

    /**
     * When the client of a refused request may try again, as the response tells it.
     *
     * @return seconds; 0 if this is not a refusal
     */
    long retryAfterSeconds();
}
