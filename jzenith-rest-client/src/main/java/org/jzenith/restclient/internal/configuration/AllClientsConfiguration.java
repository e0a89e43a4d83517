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
            "The memory for the collected responses of all clients; the key has no client's name. A call that needs"
                    + " more fails, which is a 503. A quarter of the heap when not set.")
    Optional<DataSize> maxBufferedResponses();
}
