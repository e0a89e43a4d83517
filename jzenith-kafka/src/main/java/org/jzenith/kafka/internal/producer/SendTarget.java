package org.jzenith.kafka.internal.producer;

/** A producer of the library and the thread on which it sends. */
interface SendTarget {

    /** Sends a record, or ends it with an error; called on any thread. */
    void submit(PendingSend send);

    /** Receives each error of a record, on any thread. */
    void failed(Exception error);
}
