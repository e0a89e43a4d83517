package org.jzenith.benchmark.secured;

import java.util.stream.IntStream;

/** The resource classes that the harness generates. They are on the class path if it asks for them. */
final class GeneratedRoutes {

    private GeneratedRoutes() {}

    /** Returns as many classes as the system property {@code benchmark.route-classes} says. */
    static Class<?>[] all() {
        return IntStream.range(0, Integer.getInteger("benchmark.route-classes", 0))
                .mapToObj(number -> load("org.jzenith.benchmark.secured.routes.Routes" + number))
                .toArray(Class<?>[]::new);
    }

    private static Class<?> load(final String name) {
        try {
            return Class.forName(name);
        } catch (final ClassNotFoundException e) {
            throw new IllegalStateException(
                    "There is no class " + name + ", which benchmark.route-classes asks for. The harness generates it;"
                            + " use benchmark/security.",
                    e);
        }
    }
}
