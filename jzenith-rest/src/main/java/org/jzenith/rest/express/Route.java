package org.jzenith.rest.express;

import org.jspecify.annotations.Nullable;

/** A path with parameters, and what is there. */
record Route(String basePath, PathTemplate template, Stop stop) {

    static final String[] NO_VALUES = {};

    /** The values of the parameters; null if the path is another. */
    String @Nullable [] match(final String path) {
        return path.startsWith(basePath) ? template.match(path, basePath.length(), path.length()) : null;
    }
}
