package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.inject.AbstractModule;
import com.google.inject.Key;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import java.io.InputStream;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.problem.StartException;

/** Errors for constructors of resources and providers with missing bindings. */
final class MissingBindingTest {

    static final class Prices {
        @Inject
        Prices() {}
    }

    interface Stock {}

    @Path("/orders")
    public static final class Orders {
        @Inject
        Orders(final Prices prices) {}

        @GET
        public String get() {
            return "";
        }
    }

    @Path("/orders/{id}")
    public static final class Order {
        public Order(@PathParam("id") final long id, final Stock stock) {}

        @GET
        public String get() {
            return "";
        }
    }

    public static final class Audit implements ContainerRequestFilter {
        @Inject
        Audit(final Stock stock) {}

        @Override
        public void filter(final ContainerRequestContext request) {}
    }

    @Test
    void missingBindingsOfResourcesAndFiltersAreReportedTogether() {
        assertThat(failure(JZenith.application()
                        .withPlugins(RestPlugin.withResources(Orders.class, Order.class)
                                .withProviders(Audit.class))))
                .isEqualTo("""
                        The application did not start: 2 problems.

                        1. org.jzenith.rest.MissingBindingTest.Prices is not bound, but needed by \
                        org.jzenith.rest.MissingBindingTest.Orders (the parameter 'prices' of its constructor).
                           It comes from MissingBindingTest.Orders -> MissingBindingTest.Prices; \
                        MissingBindingTest.Orders is bound by withResources(..) of RestPlugin.
                           Bind it in a module given to withModules(..): bind(MissingBindingTest.Prices.class).

                        2. org.jzenith.rest.MissingBindingTest.Stock is not bound, but needed by \
                        org.jzenith.rest.MissingBindingTest.Audit (the parameter 'stock' of its constructor).
                           It comes from MissingBindingTest.Audit -> MissingBindingTest.Stock; \
                        MissingBindingTest.Audit is bound by withProviders(..) of RestPlugin.
                           Bind it to the class that implements it, in a module given to withModules(..): \
                        bind(MissingBindingTest.Stock.class).to(..).
                        """);
    }

    @Test
    void aMissingBindingOfAConstructorThatTakesTheRequestIsReportedBeforeTheListenerOpens() {
        assertThat(failure(JZenith.application().withPlugins(RestPlugin.withResources(Order.class))))
                .isEqualTo("""
                        The application did not start: 1 problem.

                        1. org.jzenith.rest.MissingBindingTest.Stock is not bound, but needed by \
                        org.jzenith.rest.MissingBindingTest.Order (the parameter 'stock' of its constructor).
                           It comes from MissingBindingTest.Order -> MissingBindingTest.Stock.
                           Bind it to the class that implements it, in a module given to withModules(..): \
                        bind(MissingBindingTest.Stock.class).to(..).
                           If the parameter is part of the request, annotate it with @PathParam, @QueryParam, @HeaderParam, \
                        @CookieParam, @MatrixParam or @Context.
                        """);
    }

    static final class Writer {
        @Inject
        Writer(final ObjectMapper json) {}
    }

    @Test
    void theObjectMapperComesWithTheRestPlugin() {
        assertThat(failure(JZenith.application().withModules(new AbstractModule() {
                    @Override
                    protected void configure() {
                        bind(Writer.class);
                    }
                })))
                .isEqualTo("""
                        The application did not start: 1 problem.

                        1. com.fasterxml.jackson.databind.ObjectMapper is not bound, but needed by \
                        org.jzenith.rest.MissingBindingTest.Writer (the parameter 'json' of its constructor).
                           It comes from MissingBindingTest.Writer -> ObjectMapper; MissingBindingTest.Writer is \
                        bound by org.jzenith.rest.MissingBindingTest$1.configure(MissingBindingTest.java:LINE).
                           Add RestPlugin.withResources(..) to withPlugins(..) (the class \
                        org.jzenith.rest.RestPlugin in the artifact org.jzenith:jzenith-rest).
                        """);
    }

    @Path("/hen")
    public static final class Hen {
        @Inject
        Hen(final Egg egg) {}

        @GET
        public String get() {
            return "";
        }
    }

    static final class Egg {
        @Inject
        Egg(final Hen hen) {}
    }

    @Test
    void aResourceInACycleFailsTheStart() {
        assertThat(failure(JZenith.application()
                        .withPlugins(RestPlugin.withResources(Hen.class))
                        .withModules(binder -> binder.bind(Egg.class))))
                .isEqualTo("""
                        The application did not start: 1 problem.

                        1. Found a circular dependency: MissingBindingTest.Hen -> MissingBindingTest.Egg -> \
                        MissingBindingTest.Hen.
                           Inject a jakarta.inject.Provider in one of these constructors, and call its get() later.
                        """);
    }

    @Test
    void thePluginBindsWhatReportsSay() throws Exception {
        final Properties plugins = new Properties();
        try (InputStream file = JZenith.class.getResourceAsStream("/META-INF/jzenith/plugins.properties")) {
            plugins.load(file);
        }
        final List<String> types = List.of(plugins.getProperty("rest.brings").split(",\\s*", -1));
        assertThat(types).hasSizeGreaterThan(5);
        try (RunningApplication application = JZenith.application()
                .withPlugins(RestPlugin.withResources())
                .withOverridingConfiguration("rest.port", 0)
                .run()) {
            for (final String type : types) {
                assertThat(application.injector().getExistingBinding(Key.get(Class.forName(type))))
                        .as(type)
                        .isNotNull();
            }
        }
    }

    private static String failure(final JZenith application) {
        final StartException failure = catchThrowableOfType(
                StartException.class,
                () -> application
                        .withOverridingConfiguration("rest.port", 0)
                        .run()
                        .stop());
        assertThat(failure.getMessage()).doesNotContain("Key[", "Guice", "RESTEASY");
        return failure.getMessage()
                .replaceAll("\\(MissingBindingTest\\.java:\\d+\\)", "(MissingBindingTest.java:LINE)")
                .replaceAll("lambda\\$\\w+\\$\\d+", "lambda");
    }
}
