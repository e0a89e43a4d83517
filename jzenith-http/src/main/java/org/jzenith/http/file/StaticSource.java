package org.jzenith.http.file;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where static files are. */
interface StaticSource {

    /**
     * Opens a file.
     *
     * @param name checked names with slashes between them
     * @param accepted the codings that the client takes, the best first
     * @return null if there is no such file
     */
    @Nullable
    StaticFile open(String name, List<FileCoding> accepted) throws IOException;

    /** Whether there is a file. */
    boolean has(String name);

    /** Whether calls may block. */
    boolean blocks();
}
