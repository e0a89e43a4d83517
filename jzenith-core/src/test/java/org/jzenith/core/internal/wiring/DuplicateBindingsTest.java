package org.jzenith.core.internal.wiring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.inject.AbstractModule;
import com.google.inject.Module;
import com.google.inject.Provides;
import com.google.inject.TypeLiteral;
import com.google.inject.name.Names;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import io.vertx.core.Vertx;
import jakarta.inject.Inject;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.core.ApplicationState;
import org.jzenith.core.Endpoints;
import org.jzenith.core.JZenith;
import org.jzenith.core.Plugin;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.blocking.Blocking;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.context.ContextElements;
import org.jzenith.core.health.HealthCheck;
import org.jzenith.core.health.HealthChecks;
import org.jzenith.core.internal.configuration.HealthConfiguration;
import org.jzenith.core.internal.configuration.JZenithConfiguration;
import org.jzenith.core.observe.Gauges;
import org.jzenith.core.observe.Observers;
import org.jzenith.core.plugin.BindingRemedies;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;

/** A key that is bound twice is reported with the modules that bind it and with what to do instead. */
final class DuplicateBindingsTest {

    @ConfigMapping(prefix = "shelf")
    interface ShelfSettings {

        @WithDefault("1")
        int boards();
    }

    private static final class ClockModule extends AbstractModule {

        @Override
        protected void configure() {
            bind(Clock.class).toInstance(Clock.systemUTC());
        }
    }

    private static final class ProvidingModule extends AbstractModule {

        @Provides
        Clock clock() {
            return Clock.systemDefaultZone();
        }
    }

    private static final class Shared {

        @Inject
        Shared() {}
    }

    private record BindingPlugin(String name, Clock clock) implements Plugin, BindingRemedies {

        @Override
        public List<Module> modules() {
            return List.of(binder -> binder.bind(Clock.class).toInstance(clock));
        }

        @Override
        public Map<Class<?>, String> bindingRemedies() {
            return Map.of(Clock.class, "Set clock.zone.");
        }
    }

    @Test
    void twoModulesOfTheApplicationAreNamedWithTheirLines() {
        assertThat(problems(JZenith.application().withModules(new ClockModule(), new ProvidingModule())))
                .singleElement()
                .asString()
                .matches(
                        "Several modules bind java\\.time\\.Clock\\.\n"
                                + "It comes from org.jzenith.core.internal.wiring.DuplicateBindingsTest\\$ClockModule\\.configure\\(DuplicateBindingsTest\\.java:\\d+\\)"
                                + " and org.jzenith.core.internal.wiring.DuplicateBindingsTest\\$ProvidingModule\\.clock\\(\\)\\.\n"
                                + "Keep only one of these bindings, or give each a name with @Named\\. A test can replace a binding with withOverridingModules\\(\\.\\.\\)\\.");
    }

    @Test
    void aModuleThatIsGivenTwiceIsNamed() {
        assertThat(problems(JZenith.application().withModules(new ProvidingModule(), new ProvidingModule())))
                .containsExactly("One module is installed several times and binds java.time.Clock each time.\n"
                        + "It comes from org.jzenith.core.internal.wiring.DuplicateBindingsTest$ProvidingModule.clock().\n"
                        + "Pass the module to withModules(..) once, or install it in only one module.");
    }

    @Test
    void equalBindingsAreOne() {
        assertThat(problems(JZenith.application()
                        .withModules(binder -> binder.bind(Shared.class), binder -> binder.bind(Shared.class))))
                .isEmpty();
    }

    @Test
    void namesTellBindingsApart() {
        final Module named = binder ->
                binder.bind(Clock.class).annotatedWith(Names.named("local")).toInstance(Clock.systemDefaultZone());
        assertThat(problems(JZenith.application().withModules(new ClockModule(), named)))
                .isEmpty();
        assertThat(problems(JZenith.application()
                        .withModules(
                                new ClockModule(),
                                named,
                                named,
                                binder -> binder.bind(Clock.class)
                                        .annotatedWith(Names.named("local"))
                                        .toInstance(Clock.systemUTC()))))
                .singleElement()
                .asString()
                .startsWith("Several modules bind @Named(\"local\") java.time.Clock.\n");
    }

    @Test
    void aTestReplacesABinding() {
        final Clock other = Clock.systemDefaultZone();
        try (RunningApplication application = JZenith.application()
                .withModules(new ClockModule())
                .withOverridingModules(binder -> binder.bind(Clock.class).toInstance(other))
                .run()) {
            assertThat(application.get(Clock.class)).isSameAs(other);
        }
    }

    @Test
    void whatAPluginBindsIsReportedWithItsRemedy() {
        assertThat(problems(JZenith.application()
                        .withPlugins(new BindingPlugin("time", Clock.systemDefaultZone()))
                        .withModules(new ClockModule())))
                .singleElement()
                .asString()
                .matches(
                        "A module of the application binds java\\.time\\.Clock, which the plugin 'time' binds already\\.\n"
                                + "It comes from org.jzenith.core.internal.wiring.DuplicateBindingsTest\\$ClockModule\\.configure\\(DuplicateBindingsTest\\.java:\\d+\\)\\.\n"
                                + "Remove the binding\\. Set clock\\.zone\\.");
    }

    @Test
    void twoPluginsThatBindTheSameAreNamed() {
        assertThat(problems(JZenith.application()
                        .withPlugins(
                                new BindingPlugin("sun", Clock.systemUTC()),
                                new BindingPlugin("moon", Clock.systemDefaultZone()))))
                .singleElement()
                .asString()
                .startsWith("The plugin 'moon' and the plugin 'sun' both bind java.time.Clock.\n")
                .endsWith(
                        "\nRemove one of the plugins. If one of them supports qualifiers, you can give it a qualifier instead.");
    }

    @Test
    void severalAreReportedWithWhatElseIsWrong() {
        final List<String> problems = problems(JZenith.application()
                .withModules(
                        new ClockModule(),
                        new ProvidingModule(),
                        binder -> binder.bind(Endpoints.class).toInstance(new Endpoints()),
                        binder -> binder.bind(Consumer.class)));
        assertThat(problems).hasSizeGreaterThanOrEqualTo(3);
        assertThat(problems)
                .anyMatch(text -> text.startsWith("Several modules bind java.time.Clock."))
                .anyMatch(text -> text.startsWith("A module of the application binds org.jzenith.core.Endpoints,"))
                .anyMatch(text -> text.contains("java.util.function.Consumer"))
                .noneMatch(text -> text.contains("multiple times"));
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                Vertx.class,
                Endpoints.class,
                ApplicationState.class,
                Configuration.class,
                HealthChecks.class,
                Blocking.class,
                ContextElements.class,
                Observers.class,
                Gauges.class,
                JZenithConfiguration.class,
                HealthConfiguration.class,
                ShelfSettings.class
            })
    <T> void whatEveryApplicationHasIsReportedWithTheWayToAdjustIt(final Class<T> type) {
        final String problem = problemOf(JZenith.application()
                .withSettings(ShelfSettings.class)
                .withModules(binder -> binder.bind(type).toProvider(() -> {
                    throw new IllegalStateException();
                })));
        assertThat(problem)
                .startsWith("A module of the application binds " + type.getCanonicalName()
                        + ", which jZenith binds already.\n"
                        + "It comes from org.jzenith.core.internal.wiring.DuplicateBindingsTest.")
                .contains("\nRemove the binding. ")
                .doesNotContain("A test can replace it");
    }

    @Test
    void theWayToAdjustVertxIsTold() {
        assertThat(problemOf(JZenith.application()
                        .withModules(binder -> binder.bind(Vertx.class).toProvider(Vertx::vertx))))
                .endsWith(
                        "Remove the binding. Inject the application's Vertx. Adjust it with withVertxOptions(..) or the jzenith.* settings.");
    }

    @Test
    void aSetThatIsBoundAsAWholeIsReported() {
        assertThat(problemOf(JZenith.application()
                        .withModules(binder -> binder.bind(new TypeLiteral<Set<HealthCheck>>() {})
                                .toInstance(Set.of()))))
                .startsWith(
                        "A module of the application binds java.util.Set<org.jzenith.core.health.HealthCheck>, which")
                .endsWith("Remove the binding. Add an element to the set with Multibinder.newSetBinder(..).");
    }

    private static String problemOf(final JZenith application) {
        final List<String> problems = problems(application);
        assertThat(problems).hasSize(1);
        return problems.get(0);
    }

    private static List<String> problems(final JZenith application) {
        final StartException failure = catchThrowableOfType(
                StartException.class, () -> application.run().stop());
        return failure == null
                ? List.of()
                : failure.problems().stream().map(StartProblem::toString).toList();
    }
}
