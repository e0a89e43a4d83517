package org.jzenith.observability.internal.profile;

import java.io.IOException;
import java.nio.file.Path;
import one.convert.Arguments;
import one.convert.JfrToFlame;

/** Draws flame graphs with jfr-converter, which is loaded with this class. */
final class FlameGraphs {

    private FlameGraphs() {}

    /** Writes a page with the flame graph of a recording. */
    static void write(final Path recording, final Path page) throws IOException {
        JfrToFlame.convert(recording.toString(), page.toString(), new Arguments("--title", "Profile"));
    }
}
