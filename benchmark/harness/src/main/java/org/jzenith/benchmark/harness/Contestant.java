package org.jzenith.benchmark.harness;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A server to be measured, not yet started.
 *
 * @param tlsPort 0 if it has none
 * @param adminPort the port of its metrics; 0 if it has none
 * @param whole whether it must have every endpoint; an extra contestant is measured in what it has
 * @param level what it has on, and so the tests that it answers
 * @param accessLog the file
 */
record Contestant(
        String name,
        int port,
        int tlsPort,
        int adminPort,
        List<String> command,
        Map<String, String> environment,
        boolean whole,
        Level level,
        Path accessLog) {

    /** The features of a contestant. */
    enum Level {

        /** No feature of the suite. */
        BARE,

        /** The features of the suite. */
        CONFIGURED,

        /** Authentication, metrics and traces, too. */
        OBSERVED
    }

    static final Path NO_FILE = Path.of("/dev/null");
    static final String BASELINE = "baseline";
    static final String JZENITH = "jzenith";

    /** True if lines of the access log are written to a file that remains. */
    boolean isLogRead() {
        return !"off".equals(environment.get("REST_ACCESS_LOG_FORMAT")) && !accessLog.equals(NO_FILE);
    }

    boolean answers(final LoadTest test) {
        return level == test.level();
    }

    String url(final String path) {
        return url(Protocol.HTTP_1, path);
    }

    String url(final Protocol protocol, final String path) {
        return protocol.isTls() ? "https://127.0.0.1:" + tlsPort + path : "http://127.0.0.1:" + port + path;
    }
}
