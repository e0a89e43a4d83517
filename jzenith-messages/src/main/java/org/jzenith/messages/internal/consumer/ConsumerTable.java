package org.jzenith.messages.internal.consumer;

import io.reactivex.Flowable;
import io.reactivex.Single;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.observe.OperatorTable;

/** The consumers of this instance on the operators' page. */
public final class ConsumerTable implements OperatorTable {

    private static final Duration LATE = Duration.ofMinutes(5);

    private final ConsumerRuntime runtime;

    @Inject
    ConsumerTable(final ConsumerRuntime runtime) {
        this.runtime = runtime;
    }

    @Override
    public String name() {
        return "consumers";
    }

    @Override
    public String title() {
        return "Consumers of messages";
    }

    @Override
    public List<String> columns() {
        return List.of("topic", "consumer", "partitions", "lag", "oldest", "in flight", "waiting", "paused", "stopped");
    }

    @Override
    public Single<List<Row>> rows() {
        return Flowable.fromIterable(runtime.consumers())
                .concatMapSingle(consumer -> consumer.lag()
                        .cast(Object.class)
                        .onErrorReturnItem("unknown")
                        .map(lag -> row(consumer, lag)))
                .toList();
    }

    private static Row row(final TopicConsumer consumer, final Object lag) {
        final String topic = consumer.definition().topic().name();
        final String name = consumer.definition().name();
        final @Nullable Instant oldest = consumer.oldest();
        return new Row(
                consumer.toString(),
                List.of(
                        topic,
                        name,
                        (long) consumer.partitions().size(),
                        lag,
                        oldest == null ? "" : oldest,
                        (long) consumer.inFlight(),
                        consumer.waiting(),
                        consumer.count(each -> each.paused),
                        consumer.count(each -> each.stoppedAt != null)),
                oldest != null && oldest.isBefore(Instant.now().minus(LATE))
                        ? "The consumer " + name + " of the topic " + topic + " has a message that has waited for over "
                                + LATE.toMinutes() + " minutes."
                        : null);
    }
}
