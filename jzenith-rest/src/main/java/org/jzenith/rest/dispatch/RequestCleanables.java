package org.jzenith.rest.dispatch;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.jboss.resteasy.plugins.server.Cleanable;
import org.jboss.resteasy.plugins.server.Cleanables;
import org.jzenith.core.log.LogText;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is left to do for the end of a request, such as to delete the file of a body. It is done when the request is over
 * and no work for it that may block goes on elsewhere. Safe for use by many threads.
 */
final class RequestCleanables extends Cleanables {

    private static final Logger LOGGER = LoggerFactory.getLogger(RequestHandler.class);

    // These belong to the monitor, and so does the set of the superclass.
    private int holders;
    private boolean over;

    /** One more has to let go. */
    synchronized void hold() {
        holders++;
    }

    void letGo() {
        synchronized (this) {
            holders--;
        }
        clean();
    }

    /** The request is over. */
    void end() {
        synchronized (this) {
            over = true;
        }
        clean();
    }

    /** Whoever comes too late must not go on: nobody would clean up after him. */
    @Override
    public void addCleanable(final Cleanable added) {
        synchronized (this) {
            if (!isDone()) {
                super.addCleanable(added);
                return;
            }
        }
        clean(added);
        throw new IllegalStateException("The request is over, so its body is not read.");
    }

    /** A copy. */
    @Override
    @SuppressWarnings("NonApiType") // RESTEasy's signature
    public synchronized HashSet<Cleanable> getCleanables() {
        return new HashSet<>(super.getCleanables());
    }

    private boolean isDone() {
        return over && holders == 0;
    }

    private void clean() {
        takeIfDone().forEach(RequestCleanables::clean);
    }

    private synchronized List<Cleanable> takeIfDone() {
        if (!isDone() || super.getCleanables().isEmpty()) {
            return List.of();
        }
        final List<Cleanable> all = new ArrayList<>(super.getCleanables());
        super.getCleanables().clear();
        return all;
    }

    private static void clean(final Cleanable left) {
        try {
            left.clean();
        } catch (final Exception e) {
            LOGGER.warn("What a request leaves could not be cleaned by {}.", left, LogText.escape(e));
        }
    }
}
