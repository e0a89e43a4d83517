package org.jzenith.benchmark.harness;

import java.util.Locale;

/** Tests that are measured together, because the same contestants answer them. */
enum Suite {

    /** The endpoints of the TechEmpower benchmark and one of a user, answered by the example. */
    ENDPOINTS,

    /** The requests of real services, answered by the application in {@code benchmark/contestants/service}. */
    SERVICE,

    /** The service with CORS, security headers and an access log, beside a baseline that writes the same. */
    HEADERS,

    /**
     * All that a real service has on, beside a baseline with the same features and a bare GET; then the same with authentication, metrics
     * and traces.
     */
    SUM,

    /** Large answers, large bodies and files, TLS and HTTP/2, answered by another application of the same folder. */
    TRANSPORT;

    /** The number of further resource methods of each kind, unless another is asked for. */
    static final int ROUTES = 500;

    /** Returns true if an application of {@code benchmark/contestants/service} answers, and not the example. */
    boolean isService() {
        return this != ENDPOINTS;
    }

    String title() {
        return name().toLowerCase(Locale.ROOT);
    }
}
