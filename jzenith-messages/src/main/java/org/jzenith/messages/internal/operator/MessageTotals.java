package org.jzenith.messages.internal.operator;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.observe.EventObserver;
import org.jzenith.core.observe.Gauge;
import org.jzenith.core.observe.GaugeSource;
import org.jzenith.messages.internal.topic.ConsumerDefinition;
import org.jzenith.messages.observe.MessageEvent;

/** Counts the messages that were sent, failed or died, by topic and consumer. Safe for use by many threads. */
public final class MessageTotals implements EventObserver<MessageEvent>, GaugeSource {

    /** By the name of the gauge. */
    private final Map<String, LongAdder> totals = new TreeMap<>();

    /** Creates it with a total for each topic and consumer. */
    public MessageTotals(final Collection<String> topics, final List<ConsumerDefinition> consumers) {
        topics.forEach(topic -> totals.put(sent(topic), new LongAdder()));
        consumers.forEach(consumer -> {
            final String topic = consumer.topic().name();
            totals.put(failed(topic, consumer.name()), new LongAdder());
            totals.put(dead(topic, consumer.name()), new LongAdder());
        });
    }

    private static String sent(final String topic) {
        return "messages." + topic + ".sent";
    }

    private static String failed(final String topic, final String consumer) {
        return "messages." + topic + "." + consumer + ".failed";
    }

    private static String dead(final String topic, final String consumer) {
        return "messages." + topic + "." + consumer + ".dead";
    }

    @Override
    public Class<MessageEvent> events() {
        return MessageEvent.class;
    }

    @Override
    public void observe(final MessageEvent event) {
        if (event instanceof final MessageEvent.Sent sent) {
            count(sent(sent.topic()));
        } else if (event instanceof final MessageEvent.Failed failed) {
            count(failed(failed.topic(), failed.consumer()));
        } else if (event instanceof final MessageEvent.Dead dead) {
            count(dead(dead.topic(), dead.consumer()));
        }
    }

    private void count(final String name) {
        final @Nullable LongAdder total = totals.get(name);
        if (total != null) {
            total.increment();
        }
    }

    @Override
    public List<Gauge> gauges() {
        return totals.entrySet().stream()
                .map(each -> Gauge.ofTotal(each.getKey(), "messages", each.getValue()::sum))
                .toList();
    }
}
