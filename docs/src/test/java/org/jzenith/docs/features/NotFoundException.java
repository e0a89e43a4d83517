package org.jzenith.docs.features;

/** Thrown when no object has the id that a client gave. */
public final class NotFoundException extends RuntimeException {

    private static final long serialVersionUID = 1;
}
