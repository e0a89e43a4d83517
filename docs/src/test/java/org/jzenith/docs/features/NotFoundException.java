package org.jzenith.docs.features;

/** There is no object with the id that a client gave. */
public final class NotFoundException extends RuntimeException {

    private static final long serialVersionUID = 1;
}
