package org.jzenith.rest;

import jakarta.ws.rs.container.DynamicFeature;
import jakarta.ws.rs.core.Feature;
import java.util.LinkedHashSet;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Stream;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;

/** The features that {@code META-INF/services} names (Jakarta REST 3.1, section 4.1.2). */
final class ServiceFeatures {

    /** The property of an {@code Application} that enables these features. */
    static final String PROPERTY = "jakarta.ws.rs.loadServices";

    private ServiceFeatures() {}

    static Set<Class<?>> find() {
        final Set<Class<?>> found = new LinkedHashSet<>();
        try {
            Stream.of(Feature.class, DynamicFeature.class).forEach(type -> {
                add(ServiceLoader.load(type), found);
                add(ServiceLoader.load(type, type.getClassLoader()), found);
            });
        } catch (final ServiceConfigurationError e) {
            throw new StartException(StartProblem.of("A feature cannot be loaded: " + e.getMessage())
                    .from("META-INF/services")
                    .remedy("Correct the file, or do not load features from META-INF/services.")
                    .causedBy(e));
        }
        return found;
    }

    private static void add(final ServiceLoader<?> loader, final Set<Class<?>> found) {
        loader.stream().map(ServiceLoader.Provider::type).forEach(found::add);
    }
}
