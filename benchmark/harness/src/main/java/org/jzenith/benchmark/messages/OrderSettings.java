package org.jzenith.benchmark.messages;

import io.smallrye.config.ConfigMapping;
import org.jzenith.core.configuration.Description;

/** The settings of the orders. */
@ConfigMapping(prefix = "orders")
public interface OrderSettings {

    /** Returns the name of this instance. */
    @Description("The name of this instance.")
    String instance();
}
