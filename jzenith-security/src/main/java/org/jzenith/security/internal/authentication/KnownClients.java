package org.jzenith.security.internal.authentication;

import com.google.inject.Inject;
import java.time.Duration;
import org.jzenith.core.internal.limit.BoundedCache;
import org.jzenith.security.internal.configuration.FailedAttemptsConfiguration;

/**
 * The credentials that were right within about a day, and the networks that sent them. Each mechanism has its own instance, which keeps at most
 * {@code security.failed-attempts.max-entries} of each. Safe for use by many threads.
 */
public final class KnownClients {

    private static final Duration LIFETIME = Duration.ofDays(1);

    /** The age after which a right use renews an entry, so that most uses only read. */
    private static final long RENEWED_NANOS = Duration.ofHours(1).toNanos();

    /** The times at which they were added. */
    private final BoundedCache<Object, Long> credentials;

    private final BoundedCache<String, Long> networks;

    /**
     * Created by Guice.
     *
     * @param limits the settings
     */
    @Inject
    public KnownClients(final FailedAttemptsConfiguration limits) {
        this.credentials = new BoundedCache<>(limits.maxEntries(), LIFETIME);
        this.networks = new BoundedCache<>(limits.maxEntries(), LIFETIME);
    }

    /**
     * Returns the priority of credentials.
     *
     * @param sent a digest of the credentials, or another key that only their owner can send
     * @param network the client's network
     * @return unknown unless {@link #add} was called for the credentials or the network
     */
    public Priority priority(final Object sent, final String network) {
        return credentials.get(sent) == null ? priority(network) : Priority.KNOWN_CREDENTIALS;
    }

    /**
     * Returns the priority of a client whose credentials are new each time, such as the code of a login.
     *
     * @param network the client's network
     * @return unknown unless the network was added
     */
    public Priority priority(final String network) {
        return networks.get(network) == null ? Priority.UNKNOWN : Priority.KNOWN_NETWORK;
    }

    /**
     * Adds right credentials.
     *
     * @param sent the key that {@link #priority(Object, String)} gets
     * @param network the client's network
     */
    public void add(final Object sent, final String network) {
        renew(credentials, sent);
        add(network);
    }

    /**
     * Removes credentials that are not right any more. Their network stays known.
     *
     * @param sent the key that {@link #priority(Object, String)} gets
     */
    public void remove(final Object sent) {
        credentials.remove(sent);
    }

    /**
     * Adds a network that has sent right credentials.
     *
     * @param network the client's network
     */
    public void add(final String network) {
        renew(networks, network);
    }

    private static <K> void renew(final BoundedCache<K, Long> known, final K key) {
        final Long added = known.get(key);
        final long now = System.nanoTime();
        if (added == null || now - added >= RENEWED_NANOS) {
            known.put(key, now);
        }
    }
}
