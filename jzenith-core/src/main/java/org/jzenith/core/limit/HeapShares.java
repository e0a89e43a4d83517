package org.jzenith.core.limit;

import java.util.List;

/**
 * Divides a part of the heap among the plugins of one kind, so that the limits that they have by default do not grow with their
 * number. Immutable.
 */
public final class HeapShares {

    private final List<? extends Class<?>> plugins;

    /**
     * Creates it for an application.
     *
     * @param plugins the class of each plugin
     */
    public HeapShares(final List<? extends Class<?>> plugins) {
        this.plugins = List.copyOf(plugins);
    }

    /**
     * Returns the number of plugins of a kind in the application.
     *
     * @param kind the class of the plugins
     * @return at least 1
     */
    public int plugins(final Class<?> kind) {
        return Math.max(1, (int) plugins.stream().filter(kind::equals).count());
    }

    /**
     * Returns the share of each plugin of a kind in a part of the heap.
     *
     * @param kind the class of the plugins
     * @param part 4 for a quarter of the heap
     * @return bytes
     */
    public long share(final Class<?> kind, final int part) {
        return Runtime.getRuntime().maxMemory() / part / plugins(kind);
    }
}
