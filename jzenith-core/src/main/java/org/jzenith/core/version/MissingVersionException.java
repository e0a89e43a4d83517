package org.jzenith.core.version;

/** Thrown when a client changes something without saying which version it has seen. The client gets a 428. */
public final class MissingVersionException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Creates an exception. */
    public MissingVersionException() {
        super("This change needs the version that you have read. Send its ETag in If-Match.", null, false, false);
    }
}
