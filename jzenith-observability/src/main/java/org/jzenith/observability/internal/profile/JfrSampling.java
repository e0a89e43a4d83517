package org.jzenith.observability.internal.profile;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import jdk.jfr.Recording;

/** Samples with the JDK Flight Recorder. Threads are seen at safepoints only. */
final class JfrSampling implements Sampling {

    private final Recording recording = new Recording();

    @Override
    public void start(final Path file) throws IOException {
        final Duration period = Duration.ofMillis(10);
        recording.enable("jdk.ExecutionSample").withPeriod(period);
        recording.enable("jdk.NativeMethodSample").withPeriod(period);
        recording.enable("jdk.GarbageCollection");
        recording.enable("jdk.JavaMonitorEnter").withThreshold(period);
        recording.setToDisk(true);
        recording.start();
    }

    @Override
    public void stop(final Path file) throws IOException {
        recording.stop();
        recording.dump(file);
        recording.close();
    }
}
