package org.jzenith.http.problem;

/** For plugins: an exception that knows its problem. The response is created only on demand. */
public interface KnownProblem {

    /**
     * Returns the problem for the client, used if the exception has no mapping.
     *
     * @return a problem without headers
     */
    Problem problem();
}
