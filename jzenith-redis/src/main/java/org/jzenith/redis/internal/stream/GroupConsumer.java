package org.jzenith.redis.internal.stream;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.subjects.CompletableSubject;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jzenith.core.internal.log.CountedWarning;
import org.jzenith.core.problem.TemporarilyUnavailable;
import org.jzenith.core.work.Work;
import org.jzenith.core.work.WorkRunner;
import org.jzenith.redis.internal.connection.CommandRunner;
import org.jzenith.redis.stream.StreamEntry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives the entries of a group to a handler, and acknowledges them, gives them back or puts them aside by how it ends. Safe for use by many
 * threads.
 *
 * @param <T> the type of the values
 */
final class GroupConsumer<T> {

    private static final Logger LOGGER = LoggerFactory.getLogger("org.jzenith.redis");
    private static final long REFUSED_PAUSE_SECONDS = 10;
    private static final long OUTAGE_PAUSE_MILLIS = 100;

    private final CommandRunner commandRunner;
    private final GroupCommands commands;
    private final GroupOptions options;
    private final Function<? super StreamEntry<T>, Completable> handler;
    private final List<WorkRunner> runners;
    private final Work work;
    private final ReadingPace pace;
    private final AsideLog log;
    private final CountedWarning failures;
    private final CountedWarning refusals;
    private final AtomicInteger next = new AtomicInteger();
    private final CompletableSubject ended = CompletableSubject.create();
    private final CompletableSubject givenUp = CompletableSubject.create();

    /**
     * Creates a consumer that has not started.
     *
     * @param runners run the handlers, one on each event loop
     */
    GroupConsumer(
            final CommandRunner commandRunner,
            final GroupCommands commands,
            final GroupOptions options,
            final Function<? super StreamEntry<T>, Completable> handler,
            final List<WorkRunner> runners,
            final ReadingPace pace,
            final AsideLog log) {
        this.commandRunner = commandRunner;
        this.commands = commands;
        this.options = options;
        this.handler = handler;
        this.runners = runners;
        this.work = Work.of("stream", commands.name()).withTimeout(options.timeout());
        this.pace = pace;
        this.log = log;
        this.failures = new CountedWarning(
                LOGGER,
                "The handling of an entry of " + commands
                        + " failed. jZenith delivers the entry again, or moves it to the dead stream after the last attempt.");
        this.refusals = new CountedWarning(
                LOGGER,
                "The server refuses to read " + commands + ". jZenith tries again every " + REFUSED_PAUSE_SECONDS
                        + " s.");
    }

    /** Starts to handle entries; they complete when the application stops. */
    void begin(final Flowable<Delivered<T>> entries) {
        entries.flatMapCompletable(this::handle, true, options.concurrency())
                .retryWhen(errors -> errors.doOnNext(error -> refusals.add(String.valueOf(error.getMessage()) + "."))
                        .delay(REFUSED_PAUSE_SECONDS, TimeUnit.SECONDS)
                        .takeUntil(givenUp.toFlowable()))
                .subscribe(ended);
    }

    private Completable handle(final Delivered<T> delivered) {
        final StreamEntry<T> entry = delivered.entry();
        final WorkRunner runner = runners.get(Math.floorMod(next.getAndIncrement(), runners.size()));
        pace.begin(delivered.size());
        return runner.run(
                        work.withId(entry.id()).withHeaders(entry.headers()),
                        Completable.defer(() -> Objects.requireNonNull(
                                handler.apply(entry),
                                () -> "The handler of " + commands + " returned null instead of a Completable.")))
                .<Object>materialize()
                .flatMapCompletable(end -> end.isOnError()
                        ? failed(entry, runner.isStopped(), Objects.requireNonNull(end.getError()))
                        : untilItAnswers(entry.ack()))
                .doFinally(() -> pace.end(delivered.size()));
    }

    private Completable failed(final StreamEntry<T> entry, final boolean stopped, final Throwable error) {
        if (stopped && (error instanceof CancellationException || error instanceof IllegalStateException)) {
            return send(commands.release(entry.id()));
        }
        failures.add(error);
        if (entry.attempt() >= options.attempts()) {
            return send(commands.putAside(entry.id(), error))
                    .doOnComplete(() ->
                            log.aside(commands, entry.id(), error.getClass().getName()));
        }
        final Duration pause = options.pauseAfter(entry.attempt());
        return send(commands.retryAfter(entry.id(), pause.toMillis()))
                .doOnComplete(() -> pace.lookAfter(pause.toNanos()));
    }

    private Completable send(final StreamCommand command) {
        return untilItAnswers(command.sentBy(commandRunner));
    }

    /** Repeats a command during an outage, as long as no other consumer may have the entry. */
    private Completable untilItAnswers(final Completable command) {
        return command.onErrorResumeNext(error -> isOutage(error)
                        ? Completable.timer(OUTAGE_PAUSE_MILLIS, TimeUnit.MILLISECONDS)
                                .andThen(command)
                                .retry(GroupConsumer::isOutage)
                                .timeout(options.takeoverAfter().toMillis(), TimeUnit.MILLISECONDS)
                                .takeUntil(givenUp)
                        : Completable.error(error))
                .onErrorComplete(error -> {
                    log.unwritten(commands, error);
                    return true;
                });
    }

    private static boolean isOutage(final Throwable error) {
        return error instanceof TemporarilyUnavailable;
    }

    /**
     * Waits for the handlers in progress.
     *
     * @param rest the time after the last handler within which it is acknowledged
     */
    Completable drain(final Duration stopDelay, final Duration drainTimeout, final Duration rest) {
        return Completable.merge(runners.stream()
                        .map(each -> each.drain(stopDelay, drainTimeout))
                        .toList())
                .andThen(ended.timeout(
                        rest.toMillis(), TimeUnit.MILLISECONDS, Completable.fromAction(givenUp::onComplete)))
                .andThen(Completable.defer(() -> send(commands.leave())
                        .timeout(rest.toMillis(), TimeUnit.MILLISECONDS)
                        .onErrorComplete()));
    }
}
