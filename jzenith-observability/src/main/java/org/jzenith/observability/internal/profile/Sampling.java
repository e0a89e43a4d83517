package org.jzenith.observability.internal.profile;

import java.io.IOException;
import java.nio.file.Path;

/** A way to record where the application spends its time. */
interface Sampling {

    /** Starts to record. */
    void start(Path file) throws IOException;

    /** Ends the recording, whose file is complete then. */
    void stop(Path file) throws IOException;
}
