package org.jzenith.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;

final class RestartTest {

    @RegisterExtension
    final JZenithExtension app = JZenithExtension.of(() -> JZenith.application().withPlugins(new ListenerPlugin()))
            .withLeakTimeout(Duration.ofSeconds(2));

    /** Runs on a thread that the application's start has not seen. */
    private static void onThread(final Runnable work) throws Exception {
        final FutureTask<Void> task = new FutureTask<>(work, null);
        new Thread(task, "stopper").start();
        task.get();
    }

    @Test
    void aThreadOfTheTestRestarts() throws Exception {
        final Object before = app.application();
        onThread(app::restart);
        assertThat(app.application()).isNotSameAs(before);
    }

    @Test
    void anotherThreadIsStillLeft() throws Exception {
        final CountDownLatch end = new CountDownLatch(1);
        final Thread left = new Thread(
                () -> {
                    try {
                        end.await();
                    } catch (final InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                "left behind");
        left.start();
        try {
            assertThatThrownBy(() -> onThread(app::restart))
                    .hasMessageContaining("left behind")
                    .hasMessageNotContaining("stopper");
        } finally {
            end.countDown();
            left.join();
        }
    }
}
