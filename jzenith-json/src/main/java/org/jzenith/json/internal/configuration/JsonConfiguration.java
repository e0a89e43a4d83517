package org.jzenith.json.internal.configuration;

import io.smallrye.config.WithDefault;
import org.jzenith.core.configuration.Description;

/** The settings for reading JSON; a group of settings of the plugin that reads it. Immutable and thread-safe. */
public interface JsonConfiguration {

    /**
     * Rejects fields that the target type does not know.
     *
     * @return true to respond with 400, false to ignore such fields
     */
    @WithDefault("true")
    @Description("Rejects unknown fields in JSON bodies with 400; otherwise they are ignored.")
    boolean rejectUnknownFields();
}
