package org.jzenith.core.version;

/** Thrown when a row or other resource no longer has the version that the client expects. The client gets a 412. */
public final class StaleVersionException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final long current;

    /**
     * Creates an exception.
     *
     * @param current the current version
     */
    public StaleVersionException(final long current) {
        super(
                "The resource has changed since you read it. Read it again, and repeat the change with the new version.",
                null,
                false,
                false);
        this.current = current;
    }

    /**
     * Returns the current version.
     *
     * @return the version at the time when the change was refused
     */
    public long current() {
        return current;
    }
}
