package org.jzenith.test.internal.leak;

import java.util.List;

/** Fails a test with what an application left after its stop. */
public final class Leaks {

    private Leaks() {}

    public static void fail(final List<String> left) {
        if (!left.isEmpty()) {
            throw new AssertionError("The application has stopped but left " + left.size()
                    + (left.size() == 1 ? " thing" : " things") + " behind:\n  - " + String.join("\n  - ", left)
                    + "\nStop what it started in Plugin.close(..), and release every connection.");
        }
    }
}
