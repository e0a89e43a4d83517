package org.jzenith.benchmark.harness;

import java.util.Locale;

/** Tests that are measured together, because the same contestants answer them. */
enum Suite {

    /** The endpoints of the TechEmpower benchmark and one of a user, answered by the example. */
    ENDPOINTS,

    /** What real services do, answered by the application in {@code benchmark/contestants/service}. */
    SERVICE;

    /** How many further resource methods of each kind the service has. */
    static final int ROUTES = 500;

    String title() {
        return name().toLowerCase(Locale.ROOT);
    }
}
