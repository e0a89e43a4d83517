package org.jzenith.http.internal.configuration;

import io.smallrye.config.WithDefault;
import org.jzenith.core.configuration.Description;

/** The settings of TCP; a group of settings. Immutable and safe for use by many threads. */
public interface TcpConfiguration {

    /**
     * Sends small packets immediately (TCP_NODELAY).
     *
     * @return true to send them immediately
     */
    @WithDefault("true")
    @Description("Sends small packets immediately (TCP_NODELAY).")
    boolean noDelay();

    /**
     * Allows returning clients to send data in their first packet (TCP_FASTOPEN).
     *
     * @return true to allow it; needs the native transport
     */
    @WithDefault("true")
    @Description("Lets returning clients send data in their first packet (TCP_FASTOPEN; native transport).")
    boolean fastOpen();

    /**
     * Acknowledges packets immediately (TCP_QUICKACK).
     *
     * @return true to acknowledge them immediately; needs the native transport
     */
    @WithDefault("true")
    @Description("Acknowledges packets immediately (TCP_QUICKACK; native transport).")
    boolean quickAck();
}
