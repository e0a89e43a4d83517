package org.jzenith.websocket.internal.connection;

import org.jzenith.websocket.internal.message.MessageContent;
import org.reactivestreams.Subscriber;

/** The connection whose frames and messages the types of this package handle. Used on its event loop, except where a method says otherwise. */
public interface OpenConnection {

    /** Gives a message to the handler, and tells observers. */
    void deliver(Subscriber<? super MessageContent> handler, MessageContent message);

    /** Runs work for a handler that still works on messages from before the close. */
    void executeLater(Runnable work);

    /** Reads on, because the application takes messages again. */
    void readOn();

    /** Says that the subscriber of the messages has its last signal, or has cancelled. */
    void incomingFinished();

    /** Ends the messages for the handler. */
    void finishIncoming();

    boolean isClosing();

    boolean isEnded();

    /** Starts the closing handshake. */
    void startClose(int code, String reason);

    /** Tells a client that violates the protocol or a limit, and discards further frames. */
    void fail(int code, String reason);

    /** Adds to the bytes that all WebSockets hold, or removes some; false if there are too many now. */
    boolean hold(long change);
}
