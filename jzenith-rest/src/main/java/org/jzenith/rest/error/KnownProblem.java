package org.jzenith.rest.error;

/** An exception whose problem is known without its response, which is made only if somebody else asks for it. */
public interface KnownProblem {

    /**
     * What the client reads, if no mapping is for the exception.
     *
     * @return a problem without headers
     */
    Problem problem();
}
