package org.jzenith.benchmark.service;

import java.util.stream.IntStream;

/** The resource classes that the harness generates, ten methods each, and twenty filters. They are on the class path if they are asked for. */
final class GeneratedRoutes {

    private static final int ROUTES = Integer.getInteger("benchmark.routes", 0);
    private static final int METHODS_OF_A_CLASS = 10;
    private static final int FILTERS = 20;

    private GeneratedRoutes() {}

    static Class<?>[] templated() {
        return classes("Templated", ROUTES / METHODS_OF_A_CLASS);
    }

    static Class<?>[] literal() {
        return classes("Literal", ROUTES / METHODS_OF_A_CLASS);
    }

    static Class<?>[] filters() {
        return classes("Filter", ROUTES > 0 ? FILTERS : 0);
    }

    private static Class<?>[] classes(final String name, final int count) {
        return IntStream.range(0, count)
                .mapToObj(number -> load("org.jzenith.benchmark.service.routes." + name + number))
                .toArray(Class<?>[]::new);
    }

    private static Class<?> load(final String name) {
        try {
            return Class.forName(name);
        } catch (final ClassNotFoundException e) {
            throw new IllegalStateException(
                    "There is no class " + name + ", which benchmark.routes asks for. The harness makes it; start the"
                            + " service by benchmark/run.",
                    e);
        }
    }
}
