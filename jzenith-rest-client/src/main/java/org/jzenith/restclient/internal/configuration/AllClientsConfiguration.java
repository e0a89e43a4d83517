package org.jzenith.restclient.internal.configuration;

import io.smallrye.config.ConfigMapping;
import java.util.Optional;
import org.jzenith.core.configuration.DataSize;
import org.jzenith.core.configuration.Description;

/** The settings of all clients together. Immutable and safe for use by many threads. */
@ConfigMapping(prefix = "rest-client")
public interface AllClientsConfiguration {

    /**
     * The memory for responses that are collected.
     *
     * @return empty for a quarter of the heap
     */
    @Description(
            "The memory for the collected responses of all clients together. If a call needs more, it fails, and the "
                    + "application's client gets a 503. Defaults to a quarter of the heap.")
    Optional<DataSize> maxBufferedResponses();
}
