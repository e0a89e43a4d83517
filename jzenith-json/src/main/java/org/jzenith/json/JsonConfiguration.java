package org.jzenith.json;

import io.smallrye.config.WithDefault;
import org.jzenith.core.configuration.Description;

/** How JSON is read; a group of settings of the plugin that reads it. Immutable and safe for use by many threads. */
public interface JsonConfiguration {

    /**
     * Whether a field that the target type does not know is an error of the client.
     *
     * @return true to answer 400, false to ignore such fields
     */
    @WithDefault("true")
    @Description("Whether an unknown field in a JSON body is answered with 400; otherwise it is ignored.")
    boolean rejectUnknownFields();
}
