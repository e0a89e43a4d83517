package org.jzenith.restclient.stub;

import java.time.Duration;

/**
 * A fault of a {@link StubServer}'s responses, from {@link StubServer#setFault} on. Immutable.
 *
 * @param delay before the first byte of a response
 * @param pause after each byte of a response; zero for none
 * @param limit the number of bytes after which the connection ends; less than zero for none
 * @param resets true if the connection ends with a reset
 */
public record StubFault(Duration delay, Duration pause, int limit, boolean resets) {

    private static final StubFault NONE = new StubFault(Duration.ZERO, Duration.ZERO, -1, false);

    /**
     * Returns no fault.
     *
     * @return responses are passed on as they are
     */
    public static StubFault none() {
        return NONE;
    }

    /**
     * Delays each response.
     *
     * @param time until its first byte
     * @return a fault
     */
    public static StubFault delayed(final Duration time) {
        return new StubFault(time, Duration.ZERO, -1, false);
    }

    /**
     * Sends each response byte by byte.
     *
     * @param pause after each byte
     * @return a fault
     */
    public static StubFault trickling(final Duration pause) {
        return new StubFault(Duration.ZERO, pause, -1, false);
    }

    /**
     * Resets the connection in place of a response.
     *
     * @return a fault
     */
    public static StubFault reset() {
        return new StubFault(Duration.ZERO, Duration.ZERO, 0, true);
    }

    /**
     * Closes the connection before the end of the response: it is shorter than its {@code Content-Length}.
     *
     * @param bytes of the response, its head included, that are sent
     * @return a fault
     */
    public static StubFault cutAfter(final int bytes) {
        return new StubFault(Duration.ZERO, Duration.ZERO, bytes, false);
    }
}
