package org.jzenith.kafka;

import io.reactivex.Completable;
import io.reactivex.Single;
import jakarta.inject.Inject;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serializer;
import org.jzenith.core.blocking.Blocking;

// region resource
/** Tells other services the prices of articles. */
@Path("/prices/{article}")
public final class Prices {

    /** A price in cents. */
    public record Price(String article, long cents) {}

    private final KafkaTopic<Price> topic;

    @Inject
    Prices(final Kafka kafka) {
        this.topic = kafka.topic("prices", Price.class);
    }

    /** Sends a price. The key is the article, whose prices keep their order. */
    @PUT
    public Completable change(
            @PathParam("article") final String article, final Price price) {
        return topic.send(article, price).ignoreElement();
    }

    /** Sends a tombstone, so that a compacted topic forgets the article. */
    @DELETE
    public Completable remove(@PathParam("article") final String article) {
        return topic.send(article, null).ignoreElement();
    }
    // endregion

    /** A table of prices. */
    interface PriceTable {

        Completable insert(List<Price> prices);
    }

    /** Stores all prices that were ever sent. */
    static final class PriceHistory {

        // region batches
        /** Stores the prices of a batch by one statement. */
        @Inject
        PriceHistory(final Kafka kafka, final PriceTable table) {
            kafka.topic("prices", Price.class)
                    .group("history")
                    .handleBatches(batch -> table.insert(
                            batch.stream().map(KafkaRecord::value).toList()));
        }
        // endregion
    }

    /** Moves articles to another topic. */
    static final class Sales {

        private final Kafka kafka;
        private final KafkaTopic<Price> prices;
        private final KafkaTopic<String> sales;

        @Inject
        Sales(final Kafka kafka) {
            this.kafka = kafka;
            this.prices = kafka.topic("prices", Price.class);
            this.sales = kafka.topic("sales", String.class);
        }

        // region transaction
        /** Sends new prices and the name of the sale, all or none. */
        Single<String> begin(final String sale, final List<Price> reduced) {
            return kafka.transaction(tx -> Completable.merge(reduced.stream()
                            .map(price -> tx.send(
                                            prices,
                                            price.article(),
                                            price,
                                            Map.of("sale", sale))
                                    .ignoreElement())
                            .toList())
                    .andThen(tx.send(sales, sale, sale))
                    .map(stored -> sale));
        }
        // endregion
    }

    /** Sends prices in a format whose serializer blocks. */
    static final class Encoded {

        private final Blocking blocking;
        private final Serializer<Price> serializer;
        private final KafkaTopic<byte[]> topic;

        Encoded(final Blocking blocking, final Kafka kafka, final Serializer<Price> serializer) {
            this.blocking = blocking;
            this.serializer = serializer;
            this.topic = kafka.topic("prices", ByteArraySerializer.class, ByteArrayDeserializer.class);
        }

        // region blocking
        /** Writes a price with a serializer that may block, and sends the bytes. */
        Completable send(final Price price) {
            return blocking.single(() -> serializer.serialize("prices", price))
                    .flatMap(bytes -> topic.send(price.article(), bytes))
                    .ignoreElement();
        }
        // endregion
    }
}
