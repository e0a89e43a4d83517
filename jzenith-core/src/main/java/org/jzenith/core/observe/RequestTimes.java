package org.jzenith.core.observe;

/**
 * The times at which a request reached its stages, in nanoseconds since its head has arrived; {@link #NONE} for a stage that it did not
 * reach. Measured only if an {@linkplain EventObserver#needsTimes observer needs them}. Immutable.
 *
 * @param body the whole body of the request was received
 * @param call the resource method was called, after filters, the body, and the wait of a blocking method for its thread
 * @param result the result or the failure of the method was available; for a stream, the method had returned
 * @param firstByte the head of the response was handed to the connection
 * @param lastByte the last byte of the response was handed to the connection
 */
public record RequestTimes(long body, long call, long result, long firstByte, long lastByte) {

    /** The time of a stage that a request did not reach. */
    public static final long NONE = -1;
}
