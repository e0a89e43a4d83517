package org.jzenith.restclient.stub;

import java.time.Duration;

/**
 * A fault that a {@link StubServer} applies to its responses after {@link StubServer#setFault}. Immutable.
 *
 * @param delay the time before the first byte of a response
 * @param pause the time after each byte of a response; zero for none
 * @param limit the number of bytes after which the connection ends; less than zero for none
 * @param resets true if the connection ends with a reset
 */
public record StubFault(Duration delay, Duration pause, int limit, boolean resets) {

    private static final StubFault NONE = new StubFault(Duration.ZERO, Duration.ZERO, -1, false);

    /**
     * Returns the value for no fault.
     *
     * @return a value that leaves responses unchanged
     */
    public static StubFault none() {
        return NONE;
    }

    /**
     * Delays each response.
     *
     * @param time the time before the first byte
     * @return a fault
     */
    public static StubFault delayed(final Duration time) {
        return new StubFault(time, Duration.ZERO, -1, false);
    }

    /**
     * Sends each response byte by byte.
     *
     * @param pause the time after each byte
     * @return a fault
     */
    public static StubFault trickling(final Duration pause) {
        return new StubFault(Duration.ZERO, pause, -1, false);
    }

    /**
     * Resets the connection instead of sending a response.
     *
     * @return a fault
     */
    public static StubFault reset() {
        return new StubFault(Duration.ZERO, Duration.ZERO, 0, true);
    }

    /**
     * Closes the connection before the response is complete, so the body is shorter than its {@code Content-Length}.
     *
     * @param bytes the number of bytes to send, including the head of the response
     * @return a fault
     */
    public static StubFault cutAfter(final int bytes) {
        return new StubFault(Duration.ZERO, Duration.ZERO, bytes, false);
    }
}
