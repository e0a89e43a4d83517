package org.jzenith.http.problem;

/** For plugins: an exception whose problem is known without its response, which is created on demand. */
public interface KnownProblem {

    /**
     * Returns the problem for the client, used if the exception has no mapping.
     *
     * @return a problem without headers
     */
    Problem problem();
}
