package org.jzenith.http.internal.accesslog;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The logger of all access logs; level INFO. */
final class LoggerOutput implements LineOutput {

    private static final Logger ACCESS = LoggerFactory.getLogger("org.jzenith.access");

    private static final Logger LOGGER = LoggerFactory.getLogger(AccessLog.class);

    @Override
    public boolean isEnabled() {
        return ACCESS.isInfoEnabled();
    }

    @Override
    public void write(final String lines, final int count) {
        lines.lines().forEach(LoggerOutput::log);
    }

    private static void log(final String line) {
        try {
            ACCESS.info(line);
        } catch (final RuntimeException e) {
            LOGGER.warn("A line of the access log failed.", e);
        }
    }
}
