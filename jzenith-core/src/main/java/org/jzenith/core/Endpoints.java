package org.jzenith.core;

import jakarta.inject.Inject;
import java.net.URI;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The addresses at which the application can be reached. Plugins add to it when they open. Injectable, safe for use by
 * many threads.
 */
public final class Endpoints {

    private final Map<String, URI> addresses = Collections.synchronizedMap(new LinkedHashMap<>());

    /** Made by the framework. */
    @Inject
    public Endpoints() {}

    /**
     * Adds an open door.
     *
     * @param name what it is called, for example {@code rest}
     * @param address where it is, with the port that is really bound
     */
    public void add(final String name, final URI address) {
        addresses.put(name, address);
    }

    /**
     * All open doors, in the order of opening.
     *
     * @return a copy: name and address
     */
    public Map<String, URI> all() {
        synchronized (addresses) {
            return Collections.unmodifiableMap(new LinkedHashMap<>(addresses));
        }
    }
}
