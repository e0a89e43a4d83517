package org.jzenith.docs.cookbook.prices;

import io.reactivex.Completable;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import org.jzenith.kafka.Kafka;
import org.jzenith.kafka.KafkaRecord;

// region class
@Singleton
final class PriceReader {

    private final PriceList prices;

    @Inject
    PriceReader(final Kafka kafka, final PriceList prices) {
        this.prices = prices;
        kafka.topic("prices", Price.class)
                .group("price-list")
                .withTimeout(Duration.ofSeconds(10))
                .withDeadTopic("prices.dead", 5)
                .handle(this::change);
    }

    private Completable change(final KafkaRecord<Price> record) {
        return record.value() == null
                ? prices.remove(record.key())
                : prices.set(record.value());
    }
}
// endregion
