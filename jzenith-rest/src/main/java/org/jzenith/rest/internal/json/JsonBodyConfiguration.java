package org.jzenith.rest.internal.json;

import io.smallrye.config.WithDefault;
import org.jzenith.core.configuration.DataSize;
import org.jzenith.core.configuration.Description;
import org.jzenith.json.internal.configuration.JsonConfiguration;

/** The settings for reading JSON bodies. Immutable and safe for use by many threads. */
public interface JsonBodyConfiguration extends JsonConfiguration {

    /**
     * The largest JSON document that is read on an event loop. A larger one is read on a worker thread, as it would
     * hold up the other requests of the event loop.
     *
     * @return a size
     */
    @WithDefault("256K")
    @Description("The largest JSON document to parse on an event loop; a larger one is parsed on a worker thread.")
    DataSize maxSizeOnEventLoop();

    /**
     * The largest element of a body that a method takes as a {@code Flowable} of values; a larger one gets a 413.
     *
     * @return a size
     */
    @WithDefault("1M")
    @Description("The largest element of a Flowable body; a larger one gets a 413.")
    DataSize maxElementSize();
}
