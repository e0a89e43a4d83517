package org.jzenith.docs.cookbook.mail;

import io.reactivex.Completable;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** In place of a mail server; it refuses an address without an at sign. */
@Singleton
final class Mails {

    private final Queue<String> sent = new ConcurrentLinkedQueue<>();

    @Inject
    Mails() {}

    Completable send(final String address, final String text) {
        return Completable.fromAction(() -> {
            if (address.indexOf('@') < 0) {
                throw new IllegalArgumentException("This is not an address.");
            }
            sent.add(address + ": " + text);
        });
    }

    Queue<String> sent() {
        return sent;
    }
}
