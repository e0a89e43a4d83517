package org.jzenith.docs.cookbook.queue;

import io.reactivex.Completable;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** In place of a mail server; it refuses orders of nothing. */
@Singleton
final class Mails {

    private final Map<String, String> sent = new ConcurrentHashMap<>();

    @Inject
    Mails() {}

    Completable send(final String id, final Order order) {
        return Completable.fromAction(() -> {
            if (order.article().isEmpty()) {
                throw new IllegalArgumentException("The order names no article.");
            }
            sent.put(id, order.email());
        });
    }

    Map<String, String> sent() {
        return sent;
    }
}
