package org.jzenith.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.inject.AbstractModule;
import com.google.inject.Injector;
import com.google.inject.Module;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.Secret;
import io.smallrye.config.WithDefault;
import jakarta.inject.Inject;
import jakarta.validation.constraints.Min;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.configuration.Description;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;

/** An application has settings without a plugin. */
final class ApplicationSettingsTest {

    @ConfigMapping(prefix = "bakery")
    interface BakerySettings {

        @WithDefault("2")
        @Min(1)
        @Description("The number of ovens.")
        int ovens();

        @WithDefault("flour")
        Secret<String> recipe();
    }

    @ConfigMapping(prefix = "counter")
    interface CounterSettings {

        @WithDefault("till")
        String place();
    }

    interface Unmarked {

        int ovens();
    }

    @ConfigMapping(prefix = "bakery")
    static final class NoInterface {}

    /** A service that is injected with settings. */
    static final class Baker {

        final BakerySettings settings;

        @Inject
        Baker(final BakerySettings settings) {
            this.settings = settings;
        }
    }

    /** A plugin with a qualifier whose objects need settings of the application. */
    private static final class BranchPlugin implements Plugin {

        @Override
        public String name() {
            return "branch.north";
        }

        @Override
        public String qualifier() {
            return "north";
        }

        @Override
        public List<Module> modules() {
            return List.of(binder -> binder.bind(Baker.class));
        }
    }

    private static JZenith application(final String... arguments) {
        return JZenith.application(arguments).withSettings(BakerySettings.class, CounterSettings.class);
    }

    @Test
    void settingsAreInjected() {
        try (RunningApplication application = application("--bakery.ovens=3")
                .withModules(new AbstractModule() {
                    @Override
                    protected void configure() {
                        bind(Baker.class);
                    }
                })
                .run()) {
            assertThat(application.get(Baker.class).settings.ovens()).isEqualTo(3);
            assertThat(application.get(CounterSettings.class).place()).isEqualTo("till");
            assertThat(application.get(Configuration.class).get(BakerySettings.class))
                    .isSameAs(application.get(BakerySettings.class));
        }
    }

    @Test
    void codeGivesDefaultsAndTestsOverrideThem() {
        try (RunningApplication application = application()
                .withConfiguration("bakery.ovens", 4)
                .withConfiguration("counter.place", "door")
                .withOverridingConfiguration("bakery.ovens", 5)
                .run()) {
            assertThat(application.get(BakerySettings.class).ovens()).isEqualTo(5);
            assertThat(application.get(CounterSettings.class).place()).isEqualTo("door");
        }
    }

    @Test
    void theObjectsOfAPluginWithAQualifierAreInjectedWithThem() {
        try (RunningApplication application =
                application("--bakery.ovens=3").withPlugins(new BranchPlugin()).run()) {
            assertThat(application.get(Baker.class, "north").settings).isSameAs(application.get(BakerySettings.class));
        }
    }

    @Test
    void settingsThatAPluginHasTooAreBoundOnce() {
        final Plugin plugin = new Plugin() {
            @Override
            public String name() {
                return "bakery";
            }

            @Override
            public List<Class<?>> configurations() {
                return List.of(BakerySettings.class);
            }
        };
        try (RunningApplication application = application()
                .withSettings(BakerySettings.class)
                .withPlugins(plugin)
                .run()) {
            assertThat(application.get(BakerySettings.class).ovens()).isEqualTo(2);
        }
    }

    @Test
    void everyWrongValueAndKeyIsReportedAtOnceWithoutSecrets() {
        assertThat(problems(application("--bakery.ovens=0", "--bakery.recipee=butter")
                        .withConfiguration("counter.plase", "door")))
                .containsExactlyInAnyOrder(
                        "--bakery.recipee (value '****') is not understood.\n"
                                + "It comes from the command line.\n"
                                + "Did you mean --bakery.recipe?",
                        "The key counter.plase (value 'door') is not known.\n"
                                + "It comes from withConfiguration in code.\n"
                                + "Did you mean counter.place?",
                        "bakery.ovens is '0', but it must be greater than or equal to 1.\n"
                                + "It comes from --bakery.ovens (command line).\n"
                                + "Set bakery.ovens to another value: must be greater than or equal to 1.");
    }

    @Test
    void whatIsNoInterfaceOfSettingsIsRefusedWithTheOtherProblems() {
        assertThat(problems(application("--bakery.ovens=0")
                        .withSettings(String.class, Unmarked.class, NoInterface.class, Injector.class)))
                .contains(
                        "The type java.lang.String cannot hold settings, because it is not an interface.\n"
                                + "It comes from withSettings(..).\n"
                                + "Declare the settings as methods of an interface annotated with"
                                + " @ConfigMapping(prefix = \"..\").",
                        "The type org.jzenith.core.ApplicationSettingsTest$Unmarked cannot hold settings, because it is"
                                + " not annotated with @ConfigMapping.\n"
                                + "It comes from withSettings(..).\n"
                                + "Declare the settings as methods of an interface annotated with"
                                + " @ConfigMapping(prefix = \"..\").")
                .anyMatch(text -> text.contains("$NoInterface cannot hold settings, because it is not an interface."))
                .anyMatch(text -> text.startsWith("bakery.ovens is '0'"))
                .hasSize(5);
    }

    @Test
    void helpAndExplanationShowThemWithSecretsMasked() {
        final PrintStream before = System.out;
        final ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            application("--explain-config", "--bakery.recipe=butter").run();
            application("--help").run();
        } finally {
            System.setOut(before);
        }
        assertThat(printed.toString(StandardCharsets.UTF_8))
                .contains("bakery.ovens = 2\n    from default\n")
                .contains("bakery.recipe = ****\n    from --bakery.recipe (command line)\n    over **** from default\n")
                .contains("\nbakery:\n  --bakery.ovens  (number, default 2)\n      The number of ovens.\n")
                .contains("\ncounter:\n  --counter.place  (text, default till)\n")
                .doesNotContain("butter", "flour");
    }

    private static List<String> problems(final JZenith application) {
        final StartException failure = catchThrowableOfType(
                StartException.class, () -> application.run().stop());
        return failure.problems().stream().map(StartProblem::toString).toList();
    }
}
