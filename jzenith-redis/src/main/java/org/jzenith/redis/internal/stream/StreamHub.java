package org.jzenith.redis.internal.stream;

import com.google.inject.Injector;
import com.google.inject.Key;
import com.google.inject.TypeLiteral;
import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jzenith.core.observe.OutboundHeaders;
import org.jzenith.core.rx.RxFuture;
import org.jzenith.core.vertx.EventLoopContext;
import org.jzenith.core.work.WorkRunner;
import org.jzenith.redis.internal.configuration.RedisConfiguration;
import org.jzenith.redis.internal.connection.CommandRunner;
import org.jzenith.redis.stream.RedisStream;
import org.jzenith.redis.stream.StreamEntry;

/** The readers and handlers of all groups of one server. Handlers start when the application is ready. Safe for use by many threads. */
public final class StreamHub {

    /** Entries at work may have as many bytes as this many of the largest values. */
    private static final int VALUES_AT_WORK = 4;

    /** The longest interval at which a reader looks for entries of dead consumers. */
    private static final long LONGEST_LOOK_NANOS = 5_000_000_000L;

    private final CommandRunner runner;
    private final RedisConfiguration settings;
    private final Injector injector;
    private final Set<OutboundHeaders> outbound;
    private final AsideLog log = new AsideLog();
    private final List<Runnable> waiting = new ArrayList<>();
    private final Set<String> handled = new HashSet<>();
    private final List<GroupConsumer<?>> consumers = new ArrayList<>();
    private final Set<StreamGroupReader<?>> readers = new HashSet<>();
    private boolean begun;
    private boolean stopped;

    /**
     * Prepares streams without opening a connection.
     *
     * @param injector the application's objects
     */
    public StreamHub(final CommandRunner runner, final RedisConfiguration settings, final Injector injector) {
        this.runner = runner;
        this.settings = settings;
        this.injector = injector;
        this.outbound = injector.getInstance(Key.get(new TypeLiteral<Set<OutboundHeaders>>() {}));
    }

    /** Returns a stream. */
    public RedisStream stream(final String key) {
        return new KeyedStream(this, key, 0);
    }

    /** Returns the number of entries that were put aside. */
    public long aside() {
        return log.total();
    }

    CommandRunner runner() {
        return runner;
    }

    /** Returns the headers of the current trace. */
    Map<String, String> outboundHeaders() {
        final Map<String, String> headers = new HashMap<>();
        outbound.forEach(each -> each.addTo(headers::put));
        return headers;
    }

    <T> Flowable<StreamEntry<T>> entries(final ConsumerGroup group, final Class<T> type) {
        return Flowable.defer(() -> read(type, commands(group), pace(group.options())))
                .map(Delivered::entry);
    }

    private ReadingPace pace(final GroupOptions options) {
        return new ReadingPace(
                VALUES_AT_WORK * settings.maxValueSize().bytes(),
                Math.min(LONGEST_LOOK_NANOS, options.takeoverAfter().toNanos() / 2));
    }

    /** Each consumer has a name that no other one ever had, so entries of an earlier process are taken over. */
    private GroupCommands commands(final ConsumerGroup group) {
        final String consumer = settings.clientName().replace(' ', '-') + "-"
                + ProcessHandle.current().pid() + "-"
                + Long.toHexString(ThreadLocalRandom.current().nextLong());
        return new GroupCommands(group.stream(), group.name(), consumer, group.options());
    }

    private synchronized <T> Flowable<Delivered<T>> read(
            final Class<T> type, final GroupCommands commands, final ReadingPace pace) {
        if (stopped) {
            return Flowable.empty();
        }
        final StreamGroupReader<T> reader = new StreamGroupReader<>(
                runner.connections(), settings, new EntryDecoder<>(runner, commands, type), log, pace);
        readers.add(reader);
        reader.closed().onComplete(done -> forget(reader));
        return reader.entries();
    }

    private synchronized void forget(final StreamGroupReader<?> reader) {
        readers.remove(reader);
    }

    synchronized <T> void handle(
            final ConsumerGroup group,
            final Class<T> type,
            final Function<? super StreamEntry<T>, Completable> handler) {
        final GroupCommands commands = commands(group);
        if (stopped) {
            throw new IllegalStateException("The application is stopping, so " + commands + " is not handled.");
        }
        if (!handled.add(commands.name())) {
            throw new IllegalStateException("The application already handles " + commands + ". Call handle(..) once.");
        }
        final Runnable begin = () -> begin(group, type, commands, handler);
        if (begun) {
            begin.run();
        } else {
            waiting.add(begin);
        }
    }

    private <T> void begin(
            final ConsumerGroup group,
            final Class<T> type,
            final GroupCommands commands,
            final Function<? super StreamEntry<T>, Completable> handler) {
        final ReadingPace pace = pace(group.options());
        final List<WorkRunner> runners = EventLoopContext.onEach(injector.getInstance(Vertx.class)).stream()
                .map(loop -> WorkRunner.of(injector, loop, group.options().concurrency()))
                .toList();
        final GroupConsumer<T> consumer =
                new GroupConsumer<>(runner, commands, group.options(), handler, runners, pace, log);
        consumers.add(consumer);
        consumer.begin(Flowable.defer(() -> read(type, commands, pace)));
    }

    /** Starts to handle entries. */
    public synchronized void begin() {
        begun = true;
        waiting.forEach(Runnable::run);
        waiting.clear();
    }

    /** Ends reading. */
    public synchronized void stop() {
        stopped = true;
        List.copyOf(readers).forEach(StreamGroupReader::stop);
    }

    /** Waits for the handlers in progress, and for what is being read. */
    public Completable drain(final Duration stopDelay, final Duration drainTimeout) {
        return Completable.defer(() -> {
            stop();
            final Duration rest = settings.commandTimeout().multipliedBy(2);
            final List<Completable> all = new ArrayList<>();
            synchronized (this) {
                consumers.forEach(each -> all.add(each.drain(stopDelay, drainTimeout, rest)));
                readers.forEach(each -> all.add(RxFuture.completable(each::closed)
                        .timeout(rest.toMillis(), TimeUnit.MILLISECONDS)
                        .onErrorComplete()));
            }
            return Completable.mergeDelayError(all);
        });
    }
}
