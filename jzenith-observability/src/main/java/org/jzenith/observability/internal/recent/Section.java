package org.jzenith.observability.internal.recent;

import java.util.List;

/** A part of the operators' page. Safe for use by many threads. */
interface Section {

    /**
     * Returns the name of the section in the JSON of the page.
     *
     * @return unique, a constant
     */
    String name();

    /** Measures what no event reports. Called about once a second by one thread, also while nobody looks. */
    default void sample() {
        // most sections observe events
    }

    /**
     * Describes the present state.
     *
     * @return a {@code JsonObject} or {@code JsonArray}
     */
    Object json();

    /**
     * Returns what is wrong now.
     *
     * @return empty if all is well
     */
    default List<Finding> findings() {
        return List.of();
    }
}
