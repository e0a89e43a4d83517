package org.jzenith.http.file;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A folder of the class path that is both on disk and in jars. Files on disk come first. */
record StaticSources(StaticSource first, StaticSource second) implements StaticSource {

    @Override
    public @Nullable StaticFile open(final String name, final List<FileCoding> accepted) throws IOException {
        final StaticFile found = first.open(name, accepted);
        return found == null ? second.open(name, accepted) : found;
    }

    @Override
    public boolean has(final String name) {
        return first.has(name) || second.has(name);
    }

    @Override
    public boolean blocks() {
        return first.blocks() || second.blocks();
    }
}
