package org.jzenith.json.internal.stream;

/** An element, line or event is larger than allowed. */
public final class TooLargeException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    TooLargeException() {
        super("An element is too large.", null, false, false);
    }
}
