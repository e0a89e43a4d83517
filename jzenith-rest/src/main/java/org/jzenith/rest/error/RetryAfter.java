package org.jzenith.rest.error;

/**
 * The {@code Retry-After} of a request that is refused because something it needs is not there or not free (RFC 9110,
 * section 10.2.3).
 *
 * @param seconds after which the client may try again, one or more
 */
public record RetryAfter(long seconds) {

    /** As it stands in the header. */
    @Override
    public String toString() {
        return Long.toString(seconds);
    }
}
