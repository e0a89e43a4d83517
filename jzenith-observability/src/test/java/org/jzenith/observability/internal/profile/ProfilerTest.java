package org.jzenith.observability.internal.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

final class ProfilerTest {

    /** At a signal, the JVM ends a recording of the JDK Flight Recorder before jZenith does. */
    private record EndedByTheJvm(AtomicReference<Path> recording) implements Sampling {

        @Override
        public void start(final Path file) throws IOException {
            recording.set(Files.writeString(file, "recorded"));
        }

        @Override
        public void stop(final Path file) {
            throw new IllegalStateException("Can't stop an already stopped recording.");
        }
    }

    @Test
    void shutdownDeletesTheFilesOfAProfileThatTheJvmHasEnded() {
        final AtomicReference<Path> recording = new AtomicReference<>();
        final Profiler profiler = new Profiler(() -> new EndedByTheJvm(recording));
        assertThat(profiler.tryStart(60)).isTrue();
        profiler.close();
        assertThat(recording.get().getParent()).doesNotExist();
    }

    /** A recording whose end takes until somebody lets it. */
    private record Slow(CountDownLatch ending, CountDownLatch released) implements Sampling {

        @Override
        public void start(final Path file) {
            // nothing to record
        }

        @Override
        public void stop(final Path file) throws IOException {
            ending.countDown();
            try {
                released.await();
            } catch (final InterruptedException e) {
                throw new IOException(e);
            }
        }
    }

    @Test
    void thePageIsDescribedWhileAProfileEnds() throws Exception {
        final Slow sampling = new Slow(new CountDownLatch(1), new CountDownLatch(1));
        final Profiler profiler = new Profiler(() -> sampling);
        assertThat(profiler.tryStart(60)).isTrue();
        final Thread finisher = new Thread(profiler::finish);
        finisher.start();
        sampling.ending.await();
        assertThat(profiler.json().getBoolean("ready")).isFalse();
        sampling.released.countDown();
        finisher.join();
        profiler.close();
    }
}
