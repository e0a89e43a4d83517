package org.jzenith.benchmark.harness;

import java.util.List;
import java.util.Map;

/**
 * A server to be measured, not yet started.
 *
 * @param tlsPort 0 if it has none
 * @param whole whether it must have every endpoint; an extra contestant is measured in what it has
 */
record Contestant(
        String name, int port, int tlsPort, List<String> command, Map<String, String> environment, boolean whole) {

    static final String BASELINE = "baseline";
    static final String JZENITH = "jzenith";

    String url(final String path) {
        return url(Protocol.HTTP_1, path);
    }

    String url(final Protocol protocol, final String path) {
        return protocol.isTls() ? "https://127.0.0.1:" + tlsPort + path : "http://127.0.0.1:" + port + path;
    }
}
