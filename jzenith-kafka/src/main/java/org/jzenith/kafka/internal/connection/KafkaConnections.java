package org.jzenith.kafka.internal.connection;

import com.google.errorprone.annotations.CheckReturnValue;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;

/**
 * The settings of the library for this application, with addresses, TLS, SASL and {@code kafka.client.*}, and one admin client. Safe for use by
 * many threads.
 */
@CheckReturnValue
public interface KafkaConnections {

    /**
     * Returns the settings of a client of the library, to which the caller adds what its kind of client needs.
     *
     * @param kind {@code producer}, {@code consumer} or {@code admin}: settings that others have are left out
     * @return a new map by the library's names
     */
    Map<String, Object> settings(String kind);

    /**
     * Returns the admin client. Its methods do not block; their futures complete on its own thread.
     *
     * @return open from {@code prepare} of the plugin until its {@code close}
     */
    Admin admin();

    /**
     * Returns the time limit for a request.
     *
     * @return {@code kafka.request-timeout}
     */
    Duration requestTimeout();

    /**
     * Returns the addresses for messages.
     *
     * @return {@code kafka.bootstrap-servers}
     */
    String servers();
}
