package org.jzenith.rest.internal.resteasy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jboss.resteasy.plugins.server.Cleanable;
import org.jboss.resteasy.plugins.server.Cleanables;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.internal.log.LogText;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The cleanup of a request, such as deleting the file of a body. It runs when the request has ended and no other thread
 * works for it. Safe for use by many threads.
 */
public final class RequestCleanables extends Cleanables {

    private static final Logger LOGGER = LoggerFactory.getLogger(RequestCleanables.class);

    /** True once the request has ended and no other thread works for it; {@link #clean} is called then. */
    private final BooleanSupplier done;

    private @Nullable Set<Object> known;

    RequestCleanables(final BooleanSupplier done) {
        this.done = done;
    }

    /** A caller after the end must not go on, because its cleanup would never run. */
    @Override
    public void addCleanable(final Cleanable added) {
        synchronized (this) {
            if (!done.getAsBoolean()) {
                super.addCleanable(added);
                return;
            }
        }
        clean(added);
        throw new IllegalStateException("The request is over, so its body is not read.");
    }

    /** Returns true at the first call for an object of the request. */
    public synchronized boolean isFirst(final Object made) {
        if (known == null) {
            known = Collections.newSetFromMap(new IdentityHashMap<>());
        }
        return known.add(made);
    }

    /** A copy. */
    @Override
    @SuppressWarnings("NonApiType") // RESTEasy's signature
    public synchronized HashSet<Cleanable> getCleanables() {
        return new HashSet<>(super.getCleanables());
    }

    void clean() {
        final List<Cleanable> all;
        synchronized (this) {
            if (!done.getAsBoolean() || super.getCleanables().isEmpty()) {
                return;
            }
            all = new ArrayList<>(super.getCleanables());
            super.getCleanables().clear();
        }
        all.forEach(RequestCleanables::clean);
    }

    private static void clean(final Cleanable left) {
        try {
            left.clean();
        } catch (final Exception e) {
            LOGGER.warn("The cleanup of a request failed: {}.", left, LogText.escape(e));
        }
    }
}
