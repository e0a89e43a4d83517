package org.jzenith.messages.internal.consumer;

import com.google.inject.Injector;
import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Single;
import io.reactivex.disposables.Disposable;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.health.Health;
import org.jzenith.core.health.HealthCheck;
import org.jzenith.core.observe.EventEmitter;
import org.jzenith.core.observe.Gauge;
import org.jzenith.core.observe.GaugeSource;
import org.jzenith.core.observe.Observers;
import org.jzenith.core.observe.SampledCounts;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.core.vertx.EventLoopContext;
import org.jzenith.messages.engine.MessageEngine;
import org.jzenith.messages.internal.topic.ConsumerDefinition;
import org.jzenith.messages.internal.topic.Engines;
import org.jzenith.messages.internal.topic.KnownTopic;
import org.jzenith.messages.internal.topic.KnownTopics;
import org.jzenith.messages.observe.MessageEvent;

/** All consumers of this instance, and the engines of its topics. Safe for use by many threads. */
public final class ConsumerRuntime implements GaugeSource, HealthCheck {

    private final KnownTopics topics;
    private final List<TopicConsumer> consumers = new ArrayList<>();
    /** Guarded by this object: metrics and the admin dashboard may ask for the gauges at the same time. */
    private final Map<MessageEngine, SampledCounts> deadLetters = new LinkedHashMap<>();

    private final Completable closing;
    private volatile boolean begun;

    /**
     * Creates the consumers; none has started.
     *
     * @param attempts the number of deliveries, for topics whose settings have none
     */
    public ConsumerRuntime(
            final Injector injector,
            final KnownTopics topics,
            final List<ConsumerDefinition> definitions,
            final int attempts) {
        this.topics = topics;
        final List<EventLoopContext> loops = EventLoopContext.onEach(injector.getInstance(Vertx.class));
        final @Nullable EventEmitter<MessageEvent> observers =
                injector.getInstance(Observers.class).of(MessageEvent.class);
        for (final ConsumerDefinition definition : definitions) {
            final KnownTopic topic = topics.topic(definition.topic().name());
            consumers.add(new TopicConsumer(
                    definition,
                    topic,
                    topic.settings().attempts().orElse(attempts),
                    loops.get(consumers.size() % loops.size()),
                    injector,
                    observers));
        }
        this.closing = Completable.mergeDelayError(
                        consumers.stream().map(TopicConsumer::close).toList())
                .cache();
    }

    List<TopicConsumer> consumers() {
        return consumers;
    }

    private Collection<MessageEngine> engines() {
        return topics.all().stream().map(KnownTopic::engine).distinct().toList();
    }

    /** Opens the topics, and starts the engines and the consumers. */
    public Completable begin() {
        return openTopics()
                .andThen(Completable.defer(() -> {
                    begun = true;
                    return Completable.merge(
                            engines().stream().map(MessageEngine::begin).toList());
                }))
                .andThen(Completable.merge(
                        consumers.stream().map(TopicConsumer::begin).toList()))
                .doOnComplete(this::log);
    }

    private Completable openTopics() {
        return Flowable.fromIterable(topics.all())
                .concatMapSingle(topic -> topic.open()
                        .toSingleDefault(List.<StartProblem>of())
                        .onErrorResumeNext(error -> error instanceof final StartException known
                                ? Single.just(known.problems())
                                : Single.error(error)))
                .concatMapIterable(problems -> problems)
                .toList()
                .flatMapCompletable(problems ->
                        problems.isEmpty() ? Completable.complete() : Completable.error(new StartException(problems)));
    }

    private void log() {
        final String all = topics.all().stream()
                .map(topic -> topic
                        + consumers.stream()
                                .map(TopicConsumer::definition)
                                .filter(each -> each.topic().name().equals(topic.name()))
                                .map(ConsumerDefinition::name)
                                .collect(Collectors.joining(", ", " (", ")"))
                                .replace(" ()", ""))
                .collect(Collectors.joining(", "));
        ConsumerEvents.LOGGER.info("Topics: {}.", all.isEmpty() ? "none" : all);
        final String inMemory = topics.all().stream()
                .filter(topic -> topic.engine().name().equals(Engines.MEMORY)
                        && topic.settings().over().isEmpty())
                .map(KnownTopic::name)
                .collect(Collectors.joining(", "));
        if (!inMemory.isEmpty()) {
            ConsumerEvents.LOGGER.warn(
                    "Topics in memory: {}. Their messages are lost when the process ends, and other instances do not get them. Add a plugin that keeps messages, or set messages.TOPIC.over=memory to accept this.",
                    inMemory);
        }
    }

    /** Starts no further message, and lets other instances have the partitions when the running handlers have ended. */
    public void announceStop() {
        consumers.forEach(TopicConsumer::stop);
        final Disposable unused = closing.onErrorComplete().subscribe();
    }

    /**
     * Waits for the running handlers, commits the positions and ends the engines.
     *
     * @param stopDelay the time between {@link #announceStop} and this call
     * @param drainTimeout the time after which running handlers are disposed
     */
    public Completable drain(final Duration stopDelay, final Duration drainTimeout) {
        return Completable.defer(() -> {
            consumers.forEach(TopicConsumer::stop);
            return Completable.mergeDelayError(consumers.stream()
                            .map(consumer -> consumer.drain(stopDelay, drainTimeout))
                            .toList())
                    .mergeWith(closing)
                    .andThen(Completable.defer(() -> begun
                            ? Completable.mergeDelayError(
                                    engines().stream().map(MessageEngine::close).toList())
                            : Completable.complete()));
        });
    }

    @Override
    public String name() {
        return "messages";
    }

    @Override
    public Single<Health> check() {
        return Single.fromCallable(() -> consumers.stream()
                .map(TopicConsumer::health)
                .max(Comparator.comparing(Health::status))
                .orElseGet(Health::healthy));
    }

    @Override
    public synchronized List<Gauge> gauges() {
        final List<Gauge> gauges = new ArrayList<>();
        for (final TopicConsumer consumer : consumers) {
            final String prefix = "messages." + consumer.definition().topic().name() + "."
                    + consumer.definition().name() + ".";
            final SampledCounts lag = new SampledCounts(() -> consumer.lag().map(count -> Map.of("", count)));
            gauges.add(Gauge.of(prefix + "in-flight", "messages", consumer::inFlight));
            gauges.add(Gauge.of(prefix + "waiting", "messages", consumer::waiting));
            gauges.add(Gauge.of(
                    prefix + "waiting-size",
                    "bytes",
                    () -> consumer.partitions().stream()
                            .mapToLong(each -> each.waitingSize)
                            .sum()));
            gauges.add(Gauge.of(prefix + "paused-partitions", "partitions", () -> consumer.count(each -> each.paused)));
            gauges.add(Gauge.of(
                    prefix + "stopped-partitions", "partitions", () -> consumer.count(each -> each.stoppedAt != null)));
            gauges.add(Gauge.of(prefix + "lag", "messages", () -> lag.get("")));
            gauges.add(Gauge.ofAge(prefix + "oldest-age", () -> oldestAge(consumer)));
        }
        for (final KnownTopic topic : topics.all()) {
            final SampledCounts counts = deadLetters.computeIfAbsent(
                    topic.engine(),
                    engine -> new SampledCounts(() -> engine.deadLetters().counts()));
            gauges.add(
                    Gauge.of("messages." + topic.name() + ".dead-letters", "messages", () -> counts.get(topic.name())));
        }
        return gauges;
    }

    private static long oldestAge(final TopicConsumer consumer) {
        final Instant oldest = consumer.oldest();
        return oldest == null ? 0 : Duration.between(oldest, Instant.now()).toSeconds();
    }
}
