package org.jzenith.observability.internal.profile;

import java.io.IOException;
import java.nio.file.Path;
import one.profiler.AsyncProfiler;

/** Samples with async-profiler, whose native library is in its jar. */
final class AsyncSampling implements Sampling {

    private final AsyncProfiler profiler = AsyncProfiler.getInstance();

    @Override
    public void start(final Path file) throws IOException {
        // A timer of each thread needs no permission of the kernel, unlike perf events.
        profiler.execute("start,jfr,event=ctimer,interval=5ms,file=" + file);
    }

    @Override
    public void stop(final Path file) throws IOException {
        profiler.execute("stop,file=" + file);
    }
}
