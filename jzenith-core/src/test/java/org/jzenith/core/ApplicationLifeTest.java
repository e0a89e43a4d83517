package org.jzenith.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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

final class ApplicationLifeTest {

    private final List<String> moments = new CopyOnWriteArrayList<>();
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
    void doorsOpenLastAndCloseFirstInWhateverOrderPluginsWereAdded() {
        final RecordingPlugin door = new RecordingPlugin("door", moments);
        final RecordingPlugin cellar = new RecordingPlugin("cellar", moments).requiring("door");
        JZenith.application().withPlugins(door, cellar).run().stop();
        assertThat(moments)
                .containsExactly(
                        "door supply",
                        "cellar supply",
                        "door prepare",
                        "cellar prepare",
                        "door open",
                        "cellar open",
                        "cellar announce stop",
                        "door announce stop",
                        "cellar drain",
                        "door drain",
                        "cellar close",
                        "door close",
                        "cellar withdraw",
                        "door withdraw");
    }

    @Test
    void aPluginIsPreparedAfterThoseItRequiresAndClosedBeforeThem() {
        final RecordingPlugin jobs = new RecordingPlugin("jobs", moments).requiring("database");
        final RecordingPlugin database = new RecordingPlugin("database", moments);
        JZenith.application().withPlugins(jobs, database).run().stop();
        assertThat(moments).containsSubsequence("database prepare", "jobs prepare", "jobs close", "database close");
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
                        new RecordingPlugin("one", moments).at("prepare", meeting),
                        new RecordingPlugin("two", moments).at("prepare", meeting))
                .run()
                .stop();
        assertThat(moments).contains("one close", "two close");
    }

    @Test
    void stateFollowsTheLife() {
        final List<ApplicationState.Phase> seen = new ArrayList<>();
        final ApplicationState[] state = new ApplicationState[1];
        final RecordingPlugin plugin = new RecordingPlugin("witness", moments)
                .at("drain", Completable.fromAction(() -> seen.add(state[0].phase())));
        final Application application =
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
        final Application application = JZenith.application()
                .withPlugins(new RecordingPlugin("once", moments))
                .run();
        application.stop();
        application.close();
        assertThat(moments).containsOnlyOnce("once close");
    }

    @Test
    void aFailureWhileStoppingDoesNotKeepTheRestFromClosing() {
        final RecordingPlugin first = new RecordingPlugin("first", moments);
        final RecordingPlugin broken = new RecordingPlugin("broken", moments)
                .at("drain", Completable.error(new IllegalStateException("stuck")))
                .at("close", Completable.never());
        JZenith.application()
                .withPlugins(first, broken)
                .withConfiguration("jzenith.close-timeout", "1s")
                .run()
                .stop();
        assertThat(moments).contains("first drain", "first close", "first withdraw", "broken withdraw");
    }

    @Test
    void anErrorWhileStoppingDoesNotKeepTheRestFromClosing() {
        final RecordingPlugin broken = new RecordingPlugin("broken", moments)
                .at("drain", Completable.error(new NoClassDefFoundError("left/Out")));
        JZenith.application().withPlugins(broken).run().stop();
        assertThat(moments).containsSubsequence("broken drain", "broken close", "broken withdraw");
    }

    @Test
    void aThreadThatWasInterruptedStopsInOrderAndStaysInterrupted() {
        final RecordingPlugin plugin = new RecordingPlugin("patient", moments)
                .at(
                        "drain",
                        Completable.timer(100, TimeUnit.MILLISECONDS)
                                .doOnComplete(() -> moments.add("patient drained")));
        final Application application =
                JZenith.application().withPlugins(plugin).run();
        Thread.currentThread().interrupt();
        application.stop();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(moments).containsSubsequence("patient drain", "patient drained", "patient close");
    }

    @Test
    void stoppingOnAnEventLoopIsRefusedBecauseItWouldBlock() throws Exception {
        try (Application application = JZenith.application().run()) {
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
        final JZenith recipe = JZenith.application().withPlugins(new RecordingPlugin("twin", moments));
        try (Application one = recipe.run();
                Application two = recipe.run()) {
            assertThat(one.get(Vertx.class)).isNotSameAs(two.get(Vertx.class));
            one.stop();
            assertThat(two.get(ApplicationState.class).phase()).isEqualTo(ApplicationState.Phase.RUNNING);
        }
    }

    @Test
    void overridingModulesReplaceBindings() {
        final JZenith recipe =
                JZenith.application().withModules(greeting("real")).withOverridingModules(greeting("replaced"));
        try (Application application = recipe.run()) {
            assertThat(application.get(String.class)).isEqualTo("replaced");
        }
    }

    @Test
    void suppliedSettingsAreSeenWhereNobodyConfiguredThem() {
        final RecordingPlugin plugin =
                new RecordingPlugin("supplier", moments).supplying("jzenith.worker-threads", "3");
        try (Application application = JZenith.application().withPlugins(plugin).run()) {
            assertThat(application.get(JZenithConfiguration.class).workerThreads())
                    .isEqualTo(3);
        }
        try (Application application = JZenith.application()
                .withPlugins(plugin)
                .withConfiguration("jzenith.worker-threads", 4)
                .run()) {
            assertThat(application.get(JZenithConfiguration.class).workerThreads())
                    .isEqualTo(4);
        }
    }

    @Test
    void anApplicationWithoutDoorsSaysSo() {
        try (Application application = JZenith.application().run()) {
            assertThatThrownBy(application::uri).hasMessageContaining("opened a door");
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
