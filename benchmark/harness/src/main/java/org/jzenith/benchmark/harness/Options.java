package org.jzenith.benchmark.harness;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The options of the command line.
 *
 * @param settings the arguments without the folders of this machine
 * @param published the results whose tables are written to the page, or none to measure
 * @param bare whether security headers and the access log are off
 * @param histogram a path of the example or the URL of a running server, or null for the rounds
 * @param processes how often all contestants are started anew
 * @param baselineConnections per event loop, or 0 to find the best for each test
 * @param routes further routes of each kind that the service has
 * @param peers other frameworks, measured in the tests that they answer
 * @param out where the results go, or null for a new folder
 */
record Options(
        boolean help,
        boolean smoke,
        boolean bare,
        String settings,
        List<Path> published,
        @Nullable String histogram,
        List<LoadTest> tests,
        int processes,
        int rounds,
        int seconds,
        int warmUp,
        int connections,
        int baselineConnections,
        int routes,
        Path jvm,
        List<String> jvmOptions,
        List<Extra> extras,
        List<Peer> peers,
        @Nullable Path out) {

    /** Somebody else's server, started by a command line. */
    record Extra(String name, int port, String command) {}

    /** The tests are all of one suite. */
    Suite suite() {
        return tests.get(0).suite();
    }

    Path java() {
        return jvm.resolve("bin").resolve("java");
    }
}
