package org.jzenith.kafka.embedded;

import java.util.Objects;

/**
 * A further listener of a {@link KafkaServer}, with TLS or SASL, or for clients that reach the broker through a proxy.
 *
 * @param name upper-case letters, digits and underscores; the broker's settings for it begin with {@code listener.name.} and the name in lower
 *     case
 * @param protocol {@code PLAINTEXT}, {@code SSL}, {@code SASL_PLAINTEXT} or {@code SASL_SSL}
 * @param advertisedPort the port that clients are told to use; 0 for the one on which it listens
 */
public record BrokerListener(String name, String protocol, int advertisedPort) {

    /** Refuses null. */
    public BrokerListener {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(protocol, "protocol");
    }

    /**
     * Creates a listener with the name of its protocol.
     *
     * @param protocol {@code SSL}, {@code SASL_PLAINTEXT} or {@code SASL_SSL}
     * @return the listener
     */
    public static BrokerListener of(final String protocol) {
        return new BrokerListener(protocol, protocol, 0);
    }

    /**
     * Creates a listener without TLS and SASL for the clients of a proxy, such as one that a test freezes.
     *
     * @param name the name of the listener
     * @param proxyPort the port of the proxy on the loopback address
     * @return the listener
     */
    public static BrokerListener behindProxy(final String name, final int proxyPort) {
        return new BrokerListener(name, "PLAINTEXT", proxyPort);
    }
}
