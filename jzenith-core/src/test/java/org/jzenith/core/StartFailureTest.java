package org.jzenith.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.inject.AbstractModule;
import io.reactivex.Completable;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;

final class StartFailureTest {

    private final List<String> phases = new CopyOnWriteArrayList<>();
    private final Threads threads = new Threads();

    @BeforeEach
    void rememberThreads() {
        threads.remember();
    }

    @AfterEach
    void noThreadIsLeft() {
        threads.assertNoneLeft();
    }

    @Test
    void whatWasStartedIsStoppedWhenAPluginFailsToPrepare() {
        final StartException failure = failureOf(JZenith.application()
                .withPlugins(
                        new RecordingPlugin("good", phases),
                        new RecordingPlugin("bad", phases)
                                .requiring("good")
                                .at("prepare", Completable.error(new IllegalStateException("no disk")))));
        assertThat(failure).hasMessageContaining("The plugin 'bad' failed to prepare: no disk");
        assertThat(phases)
                .containsExactly(
                        "good provide configuration",
                        "bad provide configuration",
                        "good prepare",
                        "bad prepare",
                        "bad close",
                        "good close",
                        "bad withdraw configuration",
                        "good withdraw configuration");
    }

    @Test
    void noPluginIsPreparedWhenAnotherPluginsCheckFailsAndAllChecksAreToldAtOnce() {
        final StartException failure = failureOf(JZenith.application()
                .withPlugins(
                        new RecordingPlugin("eager", phases),
                        new RecordingPlugin("strict", phases)
                                .requiring("eager")
                                .at("check", Completable.error(new StartException(StartProblem.of("No route.")))),
                        new RecordingPlugin("clumsy", phases)
                                .requiring("strict")
                                .at("check", Completable.error(new IllegalStateException("no disk")))));
        assertThat(failure.problems())
                .extracting(problem -> problem.what())
                .containsExactly("No route.", "The plugin 'clumsy' failed to check: no disk");
        assertThat(phases)
                .contains("strict check", "clumsy check", "eager withdraw configuration")
                .doesNotContain("eager prepare", "eager close", "strict close", "clumsy close");
    }

    @Test
    void nothingIsProvidedWhenTheConfigurationOfAPluginIsRefusedAndAllAreToldAtOnce() {
        final StartException failure = failureOf(JZenith.application()
                .withPlugins(
                        new RecordingPlugin("server", phases),
                        new RecordingPlugin("one", phases)
                                .at(
                                        "check configuration",
                                        Completable.error(new IllegalArgumentException("no number"))),
                        new RecordingPlugin("two", phases)
                                .at(
                                        "check configuration",
                                        Completable.error(new StartException(StartProblem.of("No name."))))));
        assertThat(failure.problems())
                .extracting(problem -> problem.what())
                .containsExactly("The plugin 'one' failed to check its configuration: no number", "No name.");
        assertThat(phases).containsExactlyInAnyOrder("one check configuration", "two check configuration");
    }

    @Test
    void aPluginThatIsMissingAndAConfigurationThatIsRefusedAreToldAtOnce() {
        final StartException failure = failureOf(JZenith.application()
                .withPlugins(
                        new RecordingPlugin("one", phases).requiring("absent"),
                        new RecordingPlugin("two", phases)
                                .at(
                                        "check configuration",
                                        Completable.error(new StartException(StartProblem.of("No name."))))));
        assertThat(failure.problems())
                .extracting(problem -> problem.what())
                .containsExactly("The plugin 'one' requires the plugin 'absent', which was not added.", "No name.");
    }

    @Test
    void aPluginThatCannotNameWhatItRequiresIsAProblemBesideOthers() {
        final StartException failure = failureOf(JZenith.application()
                .withPlugins(
                        new Plugin() {
                            @Override
                            public String name() {
                                return "vague";
                            }

                            @Override
                            public Set<String> requires() {
                                throw new IllegalStateException("no idea");
                            }
                        },
                        new RecordingPlugin("one", phases).requiring("absent")));
        assertThat(failure.problems())
                .extracting(problem -> problem.what())
                .containsExactly(
                        "The plugin 'vague' failed to list the plugins that it requires: no idea",
                        "The plugin 'one' requires the plugin 'absent', which was not added.");
    }

    @Test
    void aStartThatIsInterruptedWhileOpeningSaysSoAndTheThreadStaysInterrupted() throws Exception {
        final CountDownLatch opening = new CountDownLatch(1);
        final List<String> seen = new CopyOnWriteArrayList<>();
        final Thread starter = new Thread(() -> {
            final StartException failure = failureOf(JZenith.application()
                    .withPlugins(new RecordingPlugin("endless", phases)
                            .at("open", Completable.never().doOnSubscribe(begun -> opening.countDown()))));
            seen.add(failure.problems().get(0).what());
            seen.add("interrupted: " + Thread.currentThread().isInterrupted());
        });
        starter.start();
        assertThat(opening.await(20, TimeUnit.SECONDS)).isTrue();
        starter.interrupt();
        starter.join(20_000);
        assertThat(seen)
                .containsExactly(
                        "The plugin 'endless' did not open, because startup was interrupted.", "interrupted: true");
        assertThat(phases).containsSubsequence("endless drain", "endless close", "endless withdraw configuration");
    }

    @Test
    void aCheckRunCallsTheChecksOnly() {
        JZenith.application("--check")
                .withPlugins(new RecordingPlugin("one", phases)
                        .at("check configuration", Completable.complete())
                        .at("check", Completable.complete()))
                .run();
        assertThat(phases).containsExactly("one check configuration", "one check");
    }

    @Test
    void aCheckThatTakesTooLongFailsTheStart() {
        assertThat(failureOf(JZenith.application()
                        .withConfiguration("jzenith.start-timeout", "1s")
                        .withPlugins(new RecordingPlugin("slow", phases).at("check", Completable.never()))))
                .hasMessageContaining("The plugin 'slow' did not check within 1000 ms.");
    }

    @Test
    void allPluginsThatCannotBePreparedAreToldAtOnce() {
        final StartException failure = failureOf(JZenith.application()
                .withPlugins(
                        new RecordingPlugin("wet", phases)
                                .at("prepare", Completable.error(new IllegalStateException("no roof"))),
                        new RecordingPlugin("dark", phases)
                                .at("prepare", Completable.error(new IllegalStateException("no lamp"))),
                        new RecordingPlugin("upstairs", phases).requiring("wet", "dark")));
        assertThat(failure.problems())
                .extracting(problem -> problem.what())
                .containsExactly(
                        "The plugin 'wet' failed to prepare: no roof", "The plugin 'dark' failed to prepare: no lamp");
        assertThat(phases)
                .contains("wet close", "dark close", "upstairs withdraw configuration")
                .doesNotContain("upstairs prepare", "upstairs close");
    }

    @Test
    void aStartThatIsInterruptedWhilePreparingStopsWhatItHasBegun() throws Exception {
        final CountDownLatch preparing = new CountDownLatch(1);
        final List<Throwable> failures = new CopyOnWriteArrayList<>();
        final Thread starter = new Thread(() -> failures.add(failureOf(JZenith.application()
                .withPlugins(
                        new RecordingPlugin("endless", phases)
                                .at("prepare", Completable.never().doOnSubscribe(begun -> preparing.countDown())),
                        new RecordingPlugin("waiting", phases).requiring("endless")))));
        starter.start();
        assertThat(preparing.await(20, TimeUnit.SECONDS)).isTrue();
        starter.interrupt();
        starter.join(20_000);
        assertThat(failures).singleElement().isInstanceOf(StartException.class);
        assertThat(phases).contains("endless close").doesNotContain("waiting prepare", "waiting open");
    }

    @Test
    void anOpenDoorIsClosedWhenAnotherDoesNotOpen() {
        failureOf(JZenith.application()
                .withPlugins(
                        new RecordingPlugin("front", phases),
                        new RecordingPlugin("back", phases)
                                .at("open", Completable.error(new IllegalStateException("jammed")))));
        assertThat(phases).containsSubsequence("front open", "back open", "back drain", "front drain", "front close");
    }

    @Test
    void aPluginThatTakesTooLongFailsTheStart() {
        final StartException failure = failureOf(JZenith.application()
                .withConfiguration("jzenith.start-timeout", "1s")
                .withPlugins(new RecordingPlugin("slow", phases).at("prepare", Completable.never())));
        assertThat(failure).hasMessageContaining("The plugin 'slow' did not prepare within 1000 ms.");
    }

    @Test
    void aPluginThatBlocksTooLongFailsTheStartAndIsInterrupted() throws Exception {
        final CountDownLatch interrupted = new CountDownLatch(1);
        final StartException failure = failureOf(JZenith.application()
                .withConfiguration("jzenith.start-timeout", "1s")
                .withPlugins(new RecordingPlugin("blocking", phases).at("prepare", Completable.fromAction(() -> {
                    try {
                        new CountDownLatch(1).await();
                    } catch (final InterruptedException e) {
                        interrupted.countDown();
                    }
                }))));
        assertThat(failure).hasMessageContaining("The plugin 'blocking' did not prepare within 1000 ms.");
        assertThat(interrupted.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"provide configuration", "check configuration", "check", "prepare", "open"})
    void aMissingClassEndsAnyPhaseAtOnce(final String phase) {
        final StartException failure = failureOf(JZenith.application()
                .withConfiguration("jzenith.start-timeout", "5s")
                .withPlugins(new RecordingPlugin("old", phases).at(phase, Completable.fromAction(() -> {
                    throw new NoClassDefFoundError("some/Type");
                }))));
        assertThat(failure.problems())
                .singleElement()
                .extracting(StartProblem::what)
                .asString()
                .startsWith("The plugin 'old' failed to ")
                .endsWith(": NoClassDefFoundError: some/Type");
    }

    @Test
    void aClassThatIsMissingIsAProblemOfThePluginThatNeedsIt() {
        final StartException failure = failureOf(JZenith.application()
                .withPlugins(new RecordingPlugin("old", phases)
                        .at("prepare", Completable.error(new NoClassDefFoundError("some/Type")))));
        assertThat(failure).hasMessageContaining("The plugin 'old' failed to prepare: NoClassDefFoundError: some/Type");
        assertThat(phases).contains("old close", "old withdraw configuration");
    }

    @Test
    void aPluginThatCannotNameItsModulesIsAProblem() {
        final StartException failure = failureOf(JZenith.application().withPlugins(new Plugin() {
            @Override
            public String name() {
                return "vague";
            }

            @Override
            public List<com.google.inject.Module> modules() {
                throw new IllegalStateException("no idea; see http://me:hush@host");
            }
        }));
        assertThat(failure)
                .hasMessageContaining("The plugin 'vague' failed to name its modules: no idea")
                .hasMessageNotContaining("hush");
    }

    @Test
    void twoPluginsThatSupplyTheSameKeyAreAProblem() {
        assertThat(failureOf(JZenith.application()
                        .withPlugins(
                                new RecordingPlugin("one", phases).providing("jzenith.worker-threads", "1"),
                                new RecordingPlugin("two", phases).providing("jzenith.worker-threads", "2"))))
                .hasMessageContaining("The plugins 'one' and 'two' both provide jzenith.worker-threads.");
        assertThat(phases).contains("one withdraw configuration", "two withdraw configuration");
    }

    @Test
    void aHealthCheckNeedsTimeToAnswer() {
        assertThat(failureOf(JZenith.application().withConfiguration("health.timeout", "0s")))
                .hasMessageContaining("health.timeout");
    }

    @Test
    void aPluginReportsProblemsInItsOwnWords() {
        final StartException failure = failureOf(JZenith.application()
                .withPlugins(new RecordingPlugin("street", phases)
                        .at(
                                "open",
                                Completable.error(new StartException(StartProblem.of("Port 8080 is already in use.")
                                        .from("REST_PORT (environment)")
                                        .remedy("Stop the other process or set rest.port."))))));
        assertThat(failure.toString()).isEqualTo("""
                        The application did not start: 1 problem.

                        1. Port 8080 is already in use.
                           It comes from REST_PORT (environment).
                           Stop the other process or set rest.port.
                        """);
    }

    @Test
    void allProblemsOfTheRecipeAreReportedAtOnce() {
        final RecordingPlugin twin = new RecordingPlugin("twin", phases);
        final StartException failure = failureOf(JZenith.application()
                .withPlugins(
                        twin,
                        twin,
                        new RecordingPlugin("jobs", phases).requiring("databse"),
                        new RecordingPlugin("hen", phases).requiring("egg"),
                        new RecordingPlugin("egg", phases).requiring("hen"),
                        new OtherPlugin("jobs")));
        assertThat(failure.problems())
                .extracting(StartProblem::what)
                .anyMatch(what -> what.contains("'twin' was added twice"))
                .anyMatch(what -> what.contains("Two plugins have the name 'jobs'"))
                .anyMatch(what -> what.contains("requires the plugin 'databse', which was not added"))
                .anyMatch(what -> what.contains("hen -> egg -> hen"));
        assertThat(phases).isEmpty();
    }

    @Test
    void aPluginThatIsAddedTwiceIsReportedWithTheLinesThatAddedIt() {
        final int first = new Throwable().getStackTrace()[0].getLineNumber() + 1;
        final JZenith application = JZenith.application().withPlugins(new RecordingPlugin("twin", phases));
        application.withPlugins(new RecordingPlugin("twin", phases));
        final String line =
                "org.jzenith.core.StartFailureTest.aPluginThatIsAddedTwiceIsReportedWithTheLinesThatAddedIt("
                        + "StartFailureTest.java:";
        assertThat(failureOf(application).problems())
                .extracting(StartProblem::origin)
                .containsExactly(line + first + ") and " + line + (first + 1) + ")");
    }

    @Test
    void aMisspeltRequirementIsAnsweredWithThePluginThatWasMeant() {
        assertThat(failureOf(JZenith.application()
                                .withPlugins(
                                        new RecordingPlugin("cache", phases).requiring("postgres"),
                                        new RecordingPlugin("postgresql", phases),
                                        new RecordingPlugin("audit", phases).requiring("billing"),
                                        new RecordingPlugin("tokens", phases).requiring("security"),
                                        new RecordingPlugin("archive", phases).requiring("postgresql.archive")))
                        .getMessage())
                .isEqualTo("""
                        The application did not start: 4 problems.

                        1. The plugin 'cache' requires the plugin 'postgres', which was not added.
                           It comes from requires() of org.jzenith.core.RecordingPlugin.
                           Did you mean 'postgresql'?

                        2. The plugin 'audit' requires the plugin 'billing', which was not added.
                           It comes from requires() of org.jzenith.core.RecordingPlugin.
                           Add the plugin 'billing' with withPlugins(..).

                        3. The plugin 'tokens' requires the plugin 'security', which was not added.
                           It comes from requires() of org.jzenith.core.RecordingPlugin.
                           Add SecurityPlugin.create() to withPlugins(..) (the class \
                        org.jzenith.security.SecurityPlugin in the artifact org.jzenith:jzenith-security).

                        4. The plugin 'archive' requires the plugin 'postgresql.archive', which was not added.
                           It comes from requires() of org.jzenith.core.RecordingPlugin.
                           Add PostgresqlPlugin.named("archive") to withPlugins(..) (the class \
                        org.jzenith.postgresql.PostgresqlPlugin in the artifact org.jzenith:jzenith-postgresql).
                        """);
    }

    @Test
    void aNullIsReportedWithTheLineThatGaveIt() {
        assertThat(failureOf(JZenith.application()
                                .withPlugins(new RecordingPlugin("good", phases), null)
                                .withModules((com.google.inject.Module) null))
                        .getMessage()
                        .replaceAll("java:\\d+", "java:LINE"))
                .isEqualTo("""
                        The application did not start: 2 problems.

                        1. Argument 2 of withPlugins(..) is null.
                           It comes from org.jzenith.core.StartFailureTest.aNullIsReportedWithTheLineThatGaveIt(StartFailureTest.java:LINE).
                           Remove it, or pass a value.

                        2. Argument 1 of withModules(..) is null.
                           It comes from org.jzenith.core.StartFailureTest.aNullIsReportedWithTheLineThatGaveIt(StartFailureTest.java:LINE).
                           Remove it, or pass a value.
                        """);
    }

    @Test
    void everyHoleInTheWiringIsReported() {
        final StartException failure = failureOf(JZenith.application().withModules(new AbstractModule() {
            @Override
            protected void configure() {
                bind(Needy.class);
                requireBinding(Integer.class);
            }
        }));
        assertThat(failure.problems())
                .extracting(StartProblem::what)
                .containsExactly(
                        "java.lang.Long is not bound, but needed by org.jzenith.core.StartFailureTest.Needy"
                                + " (the parameter 'missing' of its constructor).",
                        "java.lang.Integer is not bound, but asked for.");
        assertThat(failure).hasMessageContaining("withModules(..)");
    }

    @Test
    void aProblemInOwnWordsIsReportedOnceHoweverManyNeedTheBrokenObject() {
        final StartException failure = failureOf(JZenith.application().withModules(new AbstractModule() {
            @Override
            protected void configure() {
                bind(Broken.class).asEagerSingleton();
                bind(NeedsBroken.class).asEagerSingleton();
            }
        }));
        assertThat(failure.problems()).extracting(StartProblem::what).containsExactly("The address has no host.");
    }

    @Test
    void stackTracesAreShownWithDebugOnly() {
        final RecordingPlugin bad = new RecordingPlugin("bad", phases)
                .at("prepare", Completable.error(new IllegalStateException("no disk")));
        assertThat(printed(failureOf(JZenith.application().withPlugins(bad)))).doesNotContain("\tat ");
        assertThat(printed(failureOf(JZenith.application("--debug").withPlugins(bad))))
                .contains("\tat ", "IllegalStateException: no disk");
    }

    private static String printed(final Throwable failure) {
        final StringWriter text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text, true));
        return text.toString();
    }

    private static StartException failureOf(final JZenith recipe) {
        return catchThrowableOfType(StartException.class, () -> recipe.run().stop());
    }

    private static final class Needy {
        @jakarta.inject.Inject
        Needy(final Long missing) {
            assertThat(missing).isNotNull();
        }
    }

    private static final class Broken {
        @jakarta.inject.Inject
        Broken() {
            throw new StartException(StartProblem.of("The address has no host."));
        }
    }

    private static final class NeedsBroken {
        @jakarta.inject.Inject
        NeedsBroken(final Broken broken) {
            assertThat(broken).isNotNull();
        }
    }

    private record OtherPlugin(String name) implements Plugin {}
}
