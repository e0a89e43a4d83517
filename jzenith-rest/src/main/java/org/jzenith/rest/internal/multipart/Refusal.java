package org.jzenith.rest.internal.multipart;

import org.jspecify.annotations.Nullable;
import org.jzenith.http.problem.Problem;
import org.jzenith.rest.error.ProblemException;
import org.jzenith.rest.internal.entity.ContentTypes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Errors for clients with a refused multipart form. */
final class Refusal {

    private static final Logger LOGGER = LoggerFactory.getLogger(Refusal.class);

    private static final int MALFORMED = 400;
    private static final int TOO_LARGE = 413;
    private static final int UNAVAILABLE = 503;
    private static final String RETRY_SECONDS = "1";

    /** The names of settings start so. */
    private static final String MOST = "max-";

    private static final String MEMORY_THRESHOLD = "memory-threshold";

    private Refusal() {}

    /** @param detail a sentence */
    static ProblemException malformed(final String detail) {
        return new ProblemException(Problem.of(MALFORMED).withDetail(detail));
    }

    /**
     * A limit is exceeded. The log says which setting sets it.
     *
     * @param limit the last part of the name of the setting; of a limit without one, what it limits
     * @param part a name; null if no part is meant
     * @param detail a sentence
     */
    static ProblemException tooLarge(final String limit, final @Nullable String part, final String detail) {
        if (limit.startsWith(MOST) || limit.equals(MEMORY_THRESHOLD)) {
            LOGGER.debug("The parts of a body were refused. The limit comes from rest.multipart.{}.", limit);
        }
        final Problem problem = Problem.of(TOO_LARGE).withDetail(detail).withMember("limit", limit);
        return new ProblemException(part == null ? problem : problem.withMember("part", ContentTypes.shown(part)));
    }

    /**
     * A limit for the whole server is reached, or its disk is full.
     *
     * @param detail a sentence
     * @param part a name
     */
    static ProblemException unavailable(final String detail, final String part, final @Nullable Throwable cause) {
        final Problem problem = Problem.of(UNAVAILABLE)
                .withDetail(detail)
                .withMember("part", ContentTypes.shown(part))
                .withHeader("Retry-After", RETRY_SECONDS);
        return new ProblemException(problem, cause);
    }
}
