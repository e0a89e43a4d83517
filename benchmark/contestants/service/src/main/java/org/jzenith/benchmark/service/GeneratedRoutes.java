package org.jzenith.benchmark.service;

import java.util.stream.IntStream;

/** The resource classes that the harness generates, ten methods each. They are on the class path if they are asked for. */
final class GeneratedRoutes {

    private static final int METHODS_OF_A_CLASS = 10;

    private GeneratedRoutes() {}

    static Class<?>[] templated() {
        return classes("Templated");
    }

    static Class<?>[] literal() {
        return classes("Literal");
    }

    private static Class<?>[] classes(final String name) {
        return IntStream.range(0, Integer.getInteger("benchmark.routes", 0) / METHODS_OF_A_CLASS)
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
