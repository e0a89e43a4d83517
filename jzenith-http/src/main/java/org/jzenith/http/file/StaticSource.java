package org.jzenith.http.file;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A location of static files. */
interface StaticSource {

    /**
     * Opens a file.
     *
     * @param name the checked names, joined by slashes
     * @param accepted the codings that the client accepts, the best first
     * @return null if there is no such file
     */
    @Nullable
    StaticFile open(String name, List<FileCoding> accepted) throws IOException;

    /** Returns true if there is a file. */
    boolean has(String name);

    /** Returns true if opening a file may block. */
    boolean blocks();
}
