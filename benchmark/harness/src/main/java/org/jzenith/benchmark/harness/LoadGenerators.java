package org.jzenith.benchmark.harness;

import java.nio.file.Path;
import java.util.List;
import org.jzenith.benchmark.process.Cleanup;

/** wrk for HTTP/1.1, h2load for HTTP/2. */
final class LoadGenerators implements LoadGenerator {

    private final LoadGenerator wrk;
    private final LoadGenerator h2load;

    LoadGenerators(final Cleanup cleanup, final Path folder, final int connections) {
        wrk = new Wrk(cleanup, folder, connections);
        h2load = new H2load(cleanup, connections);
    }

    @Override
    public List<String> command(final LoadTest test, final LoadRequest request, final String host, final int seconds) {
        return of(request).command(test, request, host, seconds);
    }

    @Override
    public Wrk.Result run(final LoadTest test, final LoadRequest request, final String host, final int seconds) {
        return of(request).run(test, request, host, seconds);
    }

    private LoadGenerator of(final LoadRequest request) {
        return request.protocol().isHttp2() ? h2load : wrk;
    }
}
