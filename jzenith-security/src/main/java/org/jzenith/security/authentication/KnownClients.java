package org.jzenith.security.authentication;

import com.google.inject.Inject;
import java.util.concurrent.TimeUnit;

/**
 * The credentials that were right within about a day, and the networks that sent them. Each mechanism has its own instance, which keeps at most
 * {@code security.failed-attempts.max-entries} of each. Safe for use by many threads.
 */
public final class KnownClients {

    /** The age after which a right use renews an entry; each renewal takes a lock. */
    private static final long RENEWED_NANOS = TimeUnit.HOURS.toNanos(1);

    private final ExpiringMap<Object, Boolean> credentials;
    private final ExpiringMap<String, Boolean> networks;

    /**
     * Created by Guice.
     *
     * @param limits the settings
     */
    @Inject
    public KnownClients(final FailedAttemptsConfiguration limits) {
        this.credentials = new ExpiringMap<>(limits.maxEntries(), TimeUnit.DAYS.toNanos(1));
        this.networks = new ExpiringMap<>(limits.maxEntries(), TimeUnit.DAYS.toNanos(1));
    }

    /**
     * Returns the priority of credentials.
     *
     * @param sent a digest of the credentials, or another key that only their owner can send
     * @param network the client's network
     * @return unknown unless {@link #add} was called for the credentials or the network
     */
    public Priority priority(final Object sent, final String network) {
        return credentials.get(sent, System.nanoTime()) == null ? priority(network) : Priority.KNOWN_CREDENTIALS;
    }

    /**
     * Returns the priority of a client whose credentials are new each time, such as the code of a login.
     *
     * @param network the client's network
     * @return unknown unless the network was added
     */
    public Priority priority(final String network) {
        return networks.get(network, System.nanoTime()) == null ? Priority.UNKNOWN : Priority.KNOWN_NETWORK;
    }

    /**
     * Adds right credentials.
     *
     * @param sent the key that {@link #priority(Object, String)} gets
     * @param network the client's network
     */
    public void add(final Object sent, final String network) {
        credentials.renew(sent, true, RENEWED_NANOS, System.nanoTime());
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
        networks.renew(network, true, RENEWED_NANOS, System.nanoTime());
    }
}
