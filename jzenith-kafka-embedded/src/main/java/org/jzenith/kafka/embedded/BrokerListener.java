package org.jzenith.kafka.embedded;

import java.util.Objects;

/**
 * An additional listener of a {@link KafkaServer}, with TLS or SASL, or for clients that reach the broker through a proxy.
 *
 * @param name upper-case letters, digits and underscores. The broker's settings for this listener start with {@code listener.name.}, followed
 *     by the name in lower case
 * @param protocol {@code PLAINTEXT}, {@code SSL}, {@code SASL_PLAINTEXT} or {@code SASL_SSL}
 * @param advertisedPort the port that the broker tells clients to use; 0 for the port on which it listens
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
     * Creates a listener without TLS and SASL for clients behind a proxy, for example a proxy that a test freezes.
     *
     * @param name the name of the listener
     * @param proxyPort the port of the proxy on the loopback address
     * @return the listener
     */
    public static BrokerListener behindProxy(final String name, final int proxyPort) {
        return new BrokerListener(name, "PLAINTEXT", proxyPort);
    }
}
