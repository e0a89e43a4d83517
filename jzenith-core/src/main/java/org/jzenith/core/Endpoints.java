package org.jzenith.core;

import jakarta.inject.Inject;
import java.net.URI;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * For plugins: the addresses of the application's listeners. A plugin adds its address when its listener is open.
 * Injectable, safe for use by many threads.
 */
public final class Endpoints {

    private final Map<String, URI> addresses = Collections.synchronizedMap(new LinkedHashMap<>());

    private final List<String> listeners;

    /** Creates the endpoints; called by jZenith. */
    @Inject
    public Endpoints() {
        this(List.of());
    }

    Endpoints(final List<String> listeners) {
        this.listeners = listeners;
    }

    /**
     * Returns the names of the plugins that open a listener.
     *
     * @return all such plugins of the application, including those whose listeners are not open yet
     */
    public List<String> listeners() {
        return listeners;
    }

    /**
     * Adds the address of an open listener.
     *
     * @param name the name of the listener, for example {@code rest}
     * @param address its address, with the port that is bound
     */
    public void add(final String name, final URI address) {
        addresses.put(name, address);
    }

    /**
     * Returns the addresses of all listeners, in the order in which they opened.
     *
     * @return a copy: name and address
     */
    public Map<String, URI> all() {
        synchronized (addresses) {
            return Collections.unmodifiableMap(new LinkedHashMap<>(addresses));
        }
    }
}
