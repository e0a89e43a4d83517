package org.jzenith.benchmark.process;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The processors on which this process runs, and the processes that it starts from then on. */
public final class Processors {

    private static final int LIMIT_SECONDS = 10;

    private Processors() {}

    /**
     * Runs all threads on one processor.
     *
     * @param processor counted from 0
     */
    public static void use(final int processor) {
        final List<String> command = List.of(
                "taskset",
                "-a",
                "-c",
                "-p",
                String.valueOf(processor),
                String.valueOf(ProcessHandle.current().pid()));
        try {
            final Process setting = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!setting.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS) || setting.exitValue() != 0) {
                throw new BenchmarkException("There is no processor " + processor
                        + " for this process. Run it without --pinned, or with two processors.");
            }
        } catch (final IOException e) {
            throw new BenchmarkException("taskset cannot be started. Install it (package util-linux).", e);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BenchmarkException("The measurement was interrupted.", e);
        }
    }
}
