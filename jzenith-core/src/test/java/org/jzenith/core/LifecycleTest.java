package org.jzenith.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.google.inject.AbstractModule;
import io.reactivex.Completable;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzenith.core.internal.configuration.JZenithConfiguration;
import org.slf4j.LoggerFactory;

final class LifecycleTest {

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
    void listenersOpenLastAndCloseFirstInWhateverOrderPluginsWereAdded() {
        final RecordingPlugin listener = new RecordingPlugin("listener", phases);
        final RecordingPlugin storage = new RecordingPlugin("storage", phases).requiring("listener");
        JZenith.application().withPlugins(listener, storage).run().stop();
        assertThat(phases)
                .containsExactly(
                        "listener provide configuration",
                        "storage provide configuration",
                        "listener prepare",
                        "storage prepare",
                        "listener open",
                        "storage open",
                        "storage announce stop",
                        "listener announce stop",
                        "storage drain",
                        "listener drain",
                        "storage close",
                        "listener close",
                        "storage withdraw configuration",
                        "listener withdraw configuration");
    }

    @Test
    void anApplicationWithoutAnyPluginStartsAndSaysThatItOpensNothing() {
        assertThat(warnings(JZenith.application()))
                .containsExactly("The application has no plugins, so it opens no listener and runs no job. Add"
                        + " HttpPlugin.create() to withPlugins(..) (the class org.jzenith.http.HttpPlugin in the artifact"
                        + " org.jzenith:jzenith-http), or add"
                        + " RestPlugin.withResources(..) to withPlugins(..) (the class org.jzenith.rest.RestPlugin in the"
                        + " artifact org.jzenith:jzenith-rest) to serve HTTP, or add another plugin.");
        assertThat(warnings(JZenith.application().withPlugins(new RecordingPlugin("one", phases))))
                .isEmpty();
    }

    private static List<String> warnings(final JZenith application) {
        final Logger logger = (Logger) LoggerFactory.getLogger(JZenith.class);
        final ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        logger.addAppender(lines);
        try {
            application.run().stop();
        } finally {
            logger.detachAppender(lines);
        }
        return lines.list.stream()
                .filter(line -> line.getLevel() == Level.WARN)
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }

    @Test
    void aStopThatIsInterruptedGoesOnAndTheThreadStaysInterrupted() throws Exception {
        final CountDownLatch draining = new CountDownLatch(1);
        final List<Boolean> interrupted = new CopyOnWriteArrayList<>();
        final RunningApplication application = JZenith.application()
                .withPlugins(new RecordingPlugin("busy", phases)
                        .at("drain", Completable.never().doOnSubscribe(begun -> draining.countDown())))
                .run();
        final Thread stopper = new Thread(() -> {
            application.stop();
            interrupted.add(Thread.currentThread().isInterrupted());
        });
        stopper.start();
        assertThat(draining.await(20, TimeUnit.SECONDS)).isTrue();
        stopper.interrupt();
        stopper.join(20_000);
        assertThat(interrupted).containsExactly(true);
        assertThat(phases).endsWith("busy drain", "busy close", "busy withdraw configuration");
    }

    @Test
    void aPluginIsPreparedAfterThoseItRequiresAndClosedBeforeThem() {
        final RecordingPlugin jobs = new RecordingPlugin("jobs", phases).requiring("database");
        final RecordingPlugin database = new RecordingPlugin("database", phases);
        JZenith.application().withPlugins(jobs, database).run().stop();
        assertThat(phases).containsSubsequence("database prepare", "jobs prepare", "jobs close", "database close");
    }

    @Test
    void pluginsThatDoNotRequireEachOtherArePreparedSideBySide() {
        final CountDownLatch both = new CountDownLatch(2);
        final Completable meeting = Completable.fromAction(() -> {
            both.countDown();
            assertThat(both.await(20, TimeUnit.SECONDS)).isTrue();
        });
        JZenith.application()
                .withPlugins(
                        new RecordingPlugin("one", phases).at("prepare", meeting),
                        new RecordingPlugin("two", phases).at("prepare", meeting))
                .run()
                .stop();
        assertThat(phases).contains("one close", "two close");
    }

    @Test
    void stateFollowsTheLife() {
        final List<ApplicationState.Phase> seen = new ArrayList<>();
        final ApplicationState[] state = new ApplicationState[1];
        final RecordingPlugin plugin = new RecordingPlugin("witness", phases)
                .at("drain", Completable.fromAction(() -> seen.add(state[0].phase())));
        final RunningApplication application =
                JZenith.application().withPlugins(plugin).run();
        state[0] = application.get(ApplicationState.class);
        seen.add(state[0].phase());
        application.stop();
        seen.add(state[0].phase());
        assertThat(seen)
                .containsExactly(
                        ApplicationState.Phase.RUNNING,
                        ApplicationState.Phase.STOPPING,
                        ApplicationState.Phase.STOPPED);
    }

    @Test
    void stoppingTwiceIsHarmless() {
        final RunningApplication application = JZenith.application()
                .withPlugins(new RecordingPlugin("once", phases))
                .run();
        application.stop();
        application.close();
        assertThat(phases).containsOnlyOnce("once close");
    }

    @Test
    void aFailureWhileStoppingDoesNotKeepTheRestFromClosing() {
        final RecordingPlugin first = new RecordingPlugin("first", phases);
        final RecordingPlugin broken = new RecordingPlugin("broken", phases)
                .at("drain", Completable.error(new IllegalStateException("stuck")))
                .at("close", Completable.never());
        JZenith.application()
                .withPlugins(first, broken)
                .withConfiguration("jzenith.close-timeout", "1s")
                .run()
                .stop();
        assertThat(phases)
                .contains(
                        "first drain", "first close", "first withdraw configuration", "broken withdraw configuration");
    }

    @Test
    void anErrorWhileStoppingDoesNotKeepTheRestFromClosing() {
        final RecordingPlugin broken = new RecordingPlugin("broken", phases)
                .at("drain", Completable.error(new NoClassDefFoundError("left/Out")));
        JZenith.application().withPlugins(broken).run().stop();
        assertThat(phases).containsSubsequence("broken drain", "broken close", "broken withdraw configuration");
    }

    @ParameterizedTest
    @CsvSource({"announce stop,announce stop", "drain,drain", "close,close", "withdraw configuration,stop"})
    void aMissingClassEndsAnyPhaseOfTheStopAtOnce(final String phase, final String logged) {
        final RecordingPlugin broken = new RecordingPlugin("broken", phases).at(phase, Completable.fromAction(() -> {
            throw new NoClassDefFoundError("left/Out");
        }));
        final JZenith application =
                JZenith.application().withPlugins(broken).withConfiguration("jzenith.close-timeout", "5s");
        assertThat(warnings(application))
                .containsExactly(
                        "Stopped with 1 failure(s): broken " + logged + ": java.lang.NoClassDefFoundError: left/Out");
    }

    @Test
    void aThreadThatWasInterruptedStopsInOrderAndStaysInterrupted() {
        final RecordingPlugin plugin = new RecordingPlugin("patient", phases)
                .at(
                        "drain",
                        Completable.timer(100, TimeUnit.MILLISECONDS)
                                .doOnComplete(() -> phases.add("patient drained")));
        final RunningApplication application =
                JZenith.application().withPlugins(plugin).run();
        Thread.currentThread().interrupt();
        application.stop();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(phases).containsSubsequence("patient drain", "patient drained", "patient close");
    }

    @Test
    void stoppingOnAnEventLoopIsRefusedBecauseItWouldBlock() throws Exception {
        try (RunningApplication application = JZenith.application().run()) {
            final CompletableFuture<Throwable> refused = new CompletableFuture<>();
            application.get(Vertx.class).runOnContext(ignored -> {
                try {
                    application.stop();
                    refused.complete(new AssertionError("stopped"));
                } catch (final IllegalStateException e) {
                    refused.complete(e);
                }
            });
            assertThat(refused.get(20, TimeUnit.SECONDS))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("event loop");
        }
    }

    @Test
    void twoApplicationsLiveInOneJvm() {
        final JZenith recipe = JZenith.application().withPlugins(new RecordingPlugin("twin", phases));
        try (RunningApplication one = recipe.run();
                RunningApplication two = recipe.run()) {
            assertThat(one.get(Vertx.class)).isNotSameAs(two.get(Vertx.class));
            one.stop();
            assertThat(two.get(ApplicationState.class).phase()).isEqualTo(ApplicationState.Phase.RUNNING);
        }
    }

    @Test
    void overridingModulesReplaceBindings() {
        final JZenith recipe =
                JZenith.application().withModules(greeting("real")).withOverridingModules(greeting("replaced"));
        try (RunningApplication application = recipe.run()) {
            assertThat(application.get(String.class)).isEqualTo("replaced");
        }
    }

    @Test
    void suppliedSettingsAreSeenWhereNobodyConfiguredThem() {
        final RecordingPlugin plugin = new RecordingPlugin("supplier", phases).providing("jzenith.worker-threads", "3");
        try (RunningApplication application =
                JZenith.application().withPlugins(plugin).run()) {
            assertThat(application.get(JZenithConfiguration.class).workerThreads())
                    .isEqualTo(3);
        }
        try (RunningApplication application = JZenith.application()
                .withPlugins(plugin)
                .withConfiguration("jzenith.worker-threads", 4)
                .run()) {
            assertThat(application.get(JZenithConfiguration.class).workerThreads())
                    .isEqualTo(4);
        }
    }

    @Test
    void anApplicationWithoutDoorsSaysSo() {
        try (RunningApplication application = JZenith.application().run()) {
            assertThatThrownBy(application::uri).hasMessageContaining("opened a listener");
        }
    }

    private static AbstractModule greeting(final String text) {
        return new AbstractModule() {
            @Override
            protected void configure() {
                bind(String.class).toInstance(text);
            }
        };
    }
}
