package org.jzenith.rest.json;

import io.smallrye.config.WithDefault;
import org.jzenith.core.configuration.DataSize;
import org.jzenith.core.configuration.Description;

/** How JSON is read; the group {@code rest.json}. Immutable and safe for use by many threads. */
public interface JsonConfiguration {

    /**
     * Whether a field that the target type does not know is an error of the client.
     *
     * @return true to answer 400, false to ignore such fields
     */
    @WithDefault("true")
    @Description("Whether an unknown field in a JSON body is answered with 400; otherwise it is ignored.")
    boolean rejectUnknownFields();

    /**
     * The largest JSON document that is read on an event loop. A larger one is read on a worker thread, as it would hold
     * up the other requests of the event loop.
     *
     * @return a size
     */
    @WithDefault("256K")
    @Description("The largest JSON document that is read on an event loop; a larger one is read on a worker thread.")
    DataSize maxSizeOnEventLoop();
}
