package org.jzenith.core.internal.limit;

import java.util.List;

/**
 * Divides a part of the heap among the plugins of one kind, so that the limits that they have by default do not grow with their
 * number. Immutable.
 */
public final class HeapShares {

    private final List<String> plugins;

    /**
     * Creates it for an application.
     *
     * @param plugins the kind of each plugin, which is its name without the qualifier
     */
    public HeapShares(final List<String> plugins) {
        this.plugins = List.copyOf(plugins);
    }

    /**
     * Returns the number of plugins of a kind in the application.
     *
     * @param kind the name of the plugins without their qualifiers
     * @return the number, at least 1
     */
    public int plugins(final String kind) {
        return Math.max(1, (int) plugins.stream().filter(kind::equals).count());
    }

    /**
     * Returns the share of each plugin of a kind in a part of the heap.
     *
     * @param kind the name of the plugins without their qualifiers
     * @param part 4 for a quarter of the heap
     * @return bytes
     */
    public long share(final String kind, final int part) {
        return Runtime.getRuntime().maxMemory() / part / plugins(kind);
    }
}
