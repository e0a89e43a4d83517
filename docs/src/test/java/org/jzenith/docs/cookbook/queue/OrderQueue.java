package org.jzenith.docs.cookbook.queue;

import io.reactivex.Completable;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import org.jzenith.redis.RedisClient;
import org.jzenith.redis.stream.RedisStream;

// region class
@Singleton
final class OrderQueue {

    private final RedisStream orders;

    @Inject
    OrderQueue(final RedisClient redis, final Mails mails) {
        orders = redis.stream("orders").withMaxLength(1_000_000);
        orders.group("mail")
                .withConcurrency(8)
                .withTimeout(Duration.ofSeconds(20))
                .handle(
                        Order.class,
                        entry -> mails.send(entry.id(), entry.value()));
    }

    Completable add(final Order order) {
        return orders.add(order).ignoreElement();
    }
}
// endregion
