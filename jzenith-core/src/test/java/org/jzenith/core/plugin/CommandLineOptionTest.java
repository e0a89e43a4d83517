package org.jzenith.core.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.inject.Injector;
import com.google.inject.Module;
import io.reactivex.Completable;
import io.reactivex.Single;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.jzenith.core.JZenith;
import org.jzenith.core.Plugin;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.internal.configuration.JZenithConfiguration;
import org.jzenith.core.problem.StartException;

/** Plugins bring options of the command line. */
final class CommandLineOptionTest {

    private final AtomicBoolean isOpen = new AtomicBoolean();

    /** A plugin that lists its trees. */
    private final class OrchardPlugin implements Plugin {

        private final String name;
        private final String qualifier;
        private final List<CommandLineOption> options = new ArrayList<>();

        OrchardPlugin(final String name, final String qualifier) {
            this.name = name;
            this.qualifier = qualifier;
        }

        OrchardPlugin with(final String option) {
            options.add(new CommandLineOption(
                    option, "list the trees and exit", injector -> name + ": " + injector.getInstance(String.class)));
            return this;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public String qualifier() {
            return qualifier;
        }

        @Override
        public List<Module> modules() {
            return List.of(binder -> binder.bind(String.class).toInstance(qualifier + " apple"));
        }

        @Override
        public List<CommandLineOption> commandLineOptions() {
            return options;
        }

        @Override
        public Completable prepare(final Injector injector) {
            return Completable.fromAction(() -> isOpen.set(true));
        }
    }

    private String printed(final JZenith application) {
        final PrintStream before = System.out;
        final ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            application.run().stop();
        } finally {
            System.setOut(before);
        }
        return printed.toString(StandardCharsets.UTF_8);
    }

    private static StartException failureOf(final JZenith application) {
        return catchThrowableOfType(
                StartException.class, () -> application.run().stop());
    }

    @Test
    void anOptionPrintsItsTextAndThePluginIsNotPrepared() {
        assertThat(printed(JZenith.application("--list-trees")
                        .withPlugins(new OrchardPlugin("orchard", "").with("list-trees"))))
                .isEqualTo("orchard:  apple" + System.lineSeparator());
        assertThat(isOpen).isFalse();
    }

    @Test
    void anOptionOfAPluginWithAQualifierEndsWithIt() {
        assertThat(printed(JZenith.application("--trees", "--trees.north")
                        .withPlugins(
                                new OrchardPlugin("orchard", "").with("trees"),
                                new OrchardPlugin("orchard.north", "north").with("trees"))))
                .isEqualTo("orchard:  apple\norchard.north: north apple" + System.lineSeparator());
    }

    @Test
    void aSharedOptionRunsForEachPlugin() {
        final OrchardPlugin apples = new OrchardPlugin("orchard", "");
        final OrchardPlugin north = new OrchardPlugin("orchard.north", "north");
        for (final OrchardPlugin each : List.of(apples, north)) {
            each.options.add(CommandLineOption.shared(
                    "prune", "YEAR", "prune the trees and exit", (injector, year) -> each.name() + " " + year));
        }
        assertThat(printed(JZenith.application("--prune=2030").withPlugins(apples, north)))
                .isEqualTo("orchard 2030\norchard.north 2030" + System.lineSeparator());
        assertThat(printed(JZenith.application("--help").withPlugins(apples, north)))
                .contains("  --prune=YEAR       prune the trees and exit (orchard, orchard.north)\n");
        assertThat(failureOf(JZenith.application()
                        .withPlugins(apples, north, new OrchardPlugin("forest", "").with("prune"))))
                .hasMessageContaining("both define the option --prune.");
    }

    @Test
    void onlyAConnectingOptionGetsTheSettingsThatPluginsProvide() {
        final List<String> steps = new ArrayList<>();
        final class Server implements Plugin, ConfigurationProvider {

            @Override
            public String name() {
                return "server";
            }

            @Override
            public Single<Map<String, String>> provideConfiguration(final Configuration configuration) {
                steps.add("started");
                return Single.just(Map.of("jzenith.start-timeout", "7s"));
            }

            @Override
            public Completable withdrawConfiguration(final Configuration configuration) {
                return Completable.fromAction(() -> steps.add("stopped"));
            }

            @Override
            public List<CommandLineOption> commandLineOptions() {
                final CommandLineOption option = new CommandLineOption("dig", "dig and exit", injector -> {
                    steps.add("dug");
                    return injector.getInstance(JZenithConfiguration.class)
                            .startTimeout()
                            .toString();
                });
                return List.of(
                        option,
                        new CommandLineOption("sow", "", "sow and exit", option.text()).connecting(),
                        new CommandLineOption("reap", "", "reap and exit", option.text()).afterPreparation());
            }

            @Override
            public Completable prepare(final Injector injector) {
                return Completable.fromAction(() -> steps.add("prepared"));
            }

            @Override
            public Completable close(final Injector injector) {
                return Completable.fromAction(() -> steps.add("closed"));
            }
        }
        assertThat(printed(JZenith.application("--dig").withPlugins(new Server())))
                .isEqualTo("PT1M" + System.lineSeparator());
        assertThat(steps).containsExactly("dug");
        steps.clear();
        assertThat(printed(JZenith.application("--sow").withPlugins(new Server())))
                .isEqualTo("PT7S" + System.lineSeparator());
        assertThat(steps).containsExactly("started", "dug", "stopped");
        steps.clear();
        assertThat(printed(JZenith.application("--reap").withPlugins(new Server())))
                .isEqualTo("PT7S" + System.lineSeparator());
        assertThat(steps).containsExactly("started", "prepared", "dug", "closed", "stopped");
    }

    @Test
    void anOptionWinsOverTheDevelopmentMode() {
        assertThat(printed(JZenith.application("--dev", "--trees")
                        .withPlugins(new OrchardPlugin("orchard", "").with("trees"))))
                .isEqualTo("orchard:  apple" + System.lineSeparator());
    }

    @Test
    void withoutItsOptionAPluginStarts() {
        JZenith.application("--trees=false")
                .withPlugins(new OrchardPlugin("orchard", "").with("trees"))
                .run()
                .stop();
        assertThat(isOpen).isTrue();
    }

    @Test
    void helpNamesThePluginOfAnOption() {
        assertThat(printed(JZenith.application("--help").withPlugins(new OrchardPlugin("orchard", "").with("trees"))))
                .contains("\nOptions of plugins:\n  --trees            list the trees and exit (orchard)\n");
    }

    @Test
    void anOptionGetsItsValue() {
        final Plugin writer = new Plugin() {
            @Override
            public String name() {
                return "writer";
            }

            @Override
            public List<CommandLineOption> commandLineOptions() {
                return List.of(new CommandLineOption(
                        "write", "FILE", "write a file and exit", (injector, file) -> "written to " + file));
            }
        };
        assertThat(printed(JZenith.application("--write=trees.txt").withPlugins(writer)))
                .isEqualTo("written to trees.txt" + System.lineSeparator());
        assertThat(printed(JZenith.application("--help").withPlugins(writer)))
                .contains("  --write=FILE       write a file and exit (writer)\n");
        assertThat(failureOf(JZenith.application("--write", "trees.txt").withPlugins(writer)))
                .hasMessageContaining("--write has no value.")
                .hasMessageContaining("Write --write=trees.txt, with an equals sign.");
    }

    @Test
    void aMisspeltOptionIsCorrected() {
        assertThat(failureOf(JZenith.application("--tree").withPlugins(new OrchardPlugin("orchard", "").with("trees"))))
                .hasMessageContaining("--tree is not understood.")
                .hasMessageContaining("Did you mean --trees?");
    }

    @Test
    void twoPluginsWithOneOptionFailTheStart() {
        assertThat(failureOf(JZenith.application()
                        .withPlugins(
                                new OrchardPlugin("orchard", "").with("trees"),
                                new OrchardPlugin("forest", "")
                                        .with("trees")
                                        .with("check")
                                        .with("bark")
                                        .with("bark"))))
                .hasMessageContaining("The plugins 'orchard' and 'forest' both define the option --trees.")
                .hasMessageContaining("A plugin defines the option --check, which is already a flag.")
                .hasMessageContaining("The plugin 'forest' defines the option --bark twice.");
    }

    @Test
    void anOptionThatFailsIsReportedWithItsPlugin() {
        assertThat(failureOf(JZenith.application("--rot").withPlugins(new Plugin() {
                    @Override
                    public String name() {
                        return "orchard";
                    }

                    @Override
                    public List<CommandLineOption> commandLineOptions() {
                        return List.of(new CommandLineOption("rot", "fail", injector -> {
                            throw new IllegalStateException("worm");
                        }));
                    }
                })))
                .hasMessageContaining("The plugin 'orchard' failed to run --rot: worm");
    }

    @Test
    void aNameWithDashesInFrontIsRefused() {
        assertThatThrownBy(() -> new CommandLineOption("--trees", "list the trees", injector -> ""))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'--trees'");
        assertThatThrownBy(() -> new CommandLineOption("trees", "list\nthe trees", injector -> ""))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not one line");
    }

    @Test
    void anOptionHasOneText() {
        assertThatThrownBy(() -> new CommandLineOption(
                        "trees", "", "list", (injector, value) -> "", () -> "", false, false, false))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("--trees needs either a text or a standalone text.");
    }
}
