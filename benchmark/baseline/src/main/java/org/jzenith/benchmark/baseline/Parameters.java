package org.jzenith.benchmark.baseline;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The answer of {@code /parameters/42}: what was read from the request. */
record Parameters(
        String path,
        int id,
        @Nullable String tenant,
        @Nullable String session,
        List<String> tags,
        int page,
        int size) {}
