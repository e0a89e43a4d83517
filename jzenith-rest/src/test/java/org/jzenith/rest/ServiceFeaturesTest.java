package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.container.DynamicFeature;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.Application;
import jakarta.ws.rs.core.Feature;
import jakarta.ws.rs.core.FeatureContext;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.core.problem.StartException;

/** Features that {@code META-INF/services} names (Jakarta REST 3.1, 4.1.2): only where the application asks for them. */
final class ServiceFeaturesTest {

    @TempDir
    private java.nio.file.Path folder;

    @Path("/")
    public static final class Hello {

        @GET
        @Produces("text/plain")
        public String hello() {
            return "hello";
        }
    }

    /** Two classes, because a class is registered once. */
    private record Adding(String name) implements ContainerResponseFilter {

        @Override
        public void filter(final ContainerRequestContext request, final ContainerResponseContext response) {
            response.getHeaders().add("X-Feature", name);
        }
    }

    private record AddingForMethod(Adding adding) implements ContainerResponseFilter {

        @Override
        public void filter(final ContainerRequestContext request, final ContainerResponseContext response) {
            adding.filter(request, response);
        }
    }

    public static final class Found implements Feature {

        @Override
        public boolean configure(final FeatureContext context) {
            context.register(new Adding("feature"));
            return true;
        }
    }

    public static final class FoundForMethods implements DynamicFeature {

        @Override
        public void configure(final ResourceInfo method, final FeatureContext context) {
            context.register(
                    new AddingForMethod(new Adding(method.getResourceMethod().getName())));
        }
    }

    private record Asking(Object answer) {

        Application application() {
            return new Application() {
                @Override
                public Set<Class<?>> getClasses() {
                    return Set.of(Hello.class);
                }

                @Override
                public Map<String, Object> getProperties() {
                    return Map.of("jakarta.ws.rs.loadServices", answer);
                }
            };
        }
    }

    /** Runs work with files in META-INF/services that only this thread sees. */
    private <T> T withServices(final Map<Class<?>, String> services, final Supplier<T> work) {
        final Thread thread = Thread.currentThread();
        final ClassLoader before = thread.getContextClassLoader();
        try {
            final java.nio.file.Path directory = Files.createDirectories(folder.resolve("META-INF/services"));
            for (final Map.Entry<Class<?>, String> service : services.entrySet()) {
                Files.writeString(directory.resolve(service.getKey().getName()), service.getValue());
            }
            try (URLClassLoader loader =
                    new URLClassLoader(new URL[] {folder.toUri().toURL()}, before)) {
                thread.setContextClassLoader(loader);
                return work.get();
            }
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private <T> T withFeatures(final Supplier<T> work) {
        return withServices(
                Map.of(Feature.class, Found.class.getName(), DynamicFeature.class, FoundForMethods.class.getName()),
                work);
    }

    private void check(final Supplier<RestApi> plugin, final String... features) {
        try (RunningServer server = RunningServer.of(withFeatures(plugin))) {
            assertThat(server.get("/").response().headers().allValues("X-Feature"))
                    .containsExactlyInAnyOrder(features);
        }
    }

    @Test
    void withServicesRegistersThem() {
        check(() -> RestPlugin.withResources(Hello.class).withServices(), "feature", "hello");
    }

    @Test
    void anApplicationAsksForThemByItsProperty() {
        check(() -> RestPlugin.withApplication(new Asking(true).application()), "feature", "hello");
        check(() -> RestPlugin.withApplication(new Asking("true").application()), "feature", "hello");
    }

    @Test
    void nobodyGetsThemUnasked() {
        check(() -> RestPlugin.withResources(Hello.class));
        check(() -> RestPlugin.withApplication(new Asking(false).application()));
    }

    @Test
    void askedForTwiceTheyAreRegisteredOnce() {
        check(() -> RestPlugin.withApplication(new Asking(true).application()).withServices(), "feature", "hello");
    }

    @Test
    void aFeatureThatCannotBeLoadedFailsTheAssembly() {
        assertThatThrownBy(() -> withServices(
                        Map.of(Feature.class, "org.jzenith.NoSuchFeature"),
                        () -> RestPlugin.withResources(Hello.class).withServices()))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("META-INF/services")
                .hasMessageContaining("org.jzenith.NoSuchFeature");
    }
}
