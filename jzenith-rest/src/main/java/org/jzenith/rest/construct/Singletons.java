package org.jzenith.rest.construct;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The resources and providers of which there is one, if they have methods with {@code @PostConstruct} or {@code @PreDestroy},
 * which run at start and at stop. Safe for use by many threads.
 */
public final class Singletons {

    private final List<Singleton> all = new ArrayList<>();
    private final Deque<Singleton> started = new ArrayDeque<>();

    /**
     * Adds an object; one that is there already is not added again.
     *
     * @param object of any class
     * @return whether its class has such methods
     * @throws org.jzenith.core.problem.StartException if a method of its class is not as Jakarta Annotations wants it
     */
    public synchronized boolean add(final Object object) {
        final @Nullable LifecycleMethods methods = LifecycleMethods.of(object.getClass());
        if (methods != null && all.stream().noneMatch(known -> known.object == object)) {
            all.add(new Singleton(object, methods));
        }
        return methods != null;
    }

    /**
     * Calls the methods with {@code @PostConstruct}, in the order in which the objects were added. Blocks.
     *
     * @throws org.jzenith.core.problem.StartException for the first that fails
     */
    public synchronized void start() {
        for (final Singleton each : all) {
            each.methods.start(each.object);
            started.push(each);
        }
    }

    /** Calls the methods with {@code @PreDestroy} of the objects that were started, the last one first. Blocks. */
    public synchronized void stop() {
        while (!started.isEmpty()) {
            final Singleton last = started.pop();
            last.methods.preDestroy(last.object);
        }
    }

    private record Singleton(Object object, LifecycleMethods methods) {}
}
