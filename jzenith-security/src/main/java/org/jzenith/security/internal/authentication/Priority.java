package org.jzenith.security.internal.authentication;

/** The priority of work for credentials that are not checked yet. Work of an earlier value goes first. */
public enum Priority {

    /** Credentials that were right before, such as a name and password from the same network, a token or a session. */
    KNOWN_CREDENTIALS,

    /** Other credentials from a network that has sent right ones before. */
    KNOWN_NETWORK,

    /** Everything else, such as guesses from many networks. */
    UNKNOWN
}
