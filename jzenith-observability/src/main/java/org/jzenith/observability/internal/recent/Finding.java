package org.jzenith.observability.internal.recent;

import io.vertx.core.json.JsonObject;

/**
 * A sentence about something that is wrong now.
 *
 * @param critical true if clients notice it
 * @param section the name of the section that shows more
 * @param text names the cause, as far as it is known
 */
record Finding(boolean critical, String section, String text) {

    static Finding critical(final String section, final String text) {
        return new Finding(true, section, text);
    }

    static Finding warning(final String section, final String text) {
        return new Finding(false, section, text);
    }

    /**
     * Returns the finding for the page.
     *
     * @return its level, section and text
     */
    JsonObject json() {
        return new JsonObject()
                .put("level", critical ? "critical" : "warning")
                .put("section", section)
                .put("text", text);
    }
}
