package org.jzenith.example.user;

/** Thrown when another user has the e-mail address. */
public final class TakenAddressException extends RuntimeException {

    private static final long serialVersionUID = 1L;
}
