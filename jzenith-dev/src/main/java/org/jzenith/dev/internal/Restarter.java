package org.jzenith.dev.internal;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.development.DevelopmentSession.Listener;
import org.jzenith.core.problem.StartException;
import org.jzenith.dev.internal.compile.PendingChanges;
import org.jzenith.dev.internal.compile.ProjectBuild;
import org.jzenith.dev.internal.failure.Failure;
import org.jzenith.dev.internal.project.Project;
import org.jzenith.dev.internal.project.ProjectFiles;
import org.jzenith.dev.internal.proxy.TcpProxies;
import org.jzenith.dev.internal.proxy.Upstream;
import org.jzenith.dev.internal.proxy.UpstreamQuestions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the running application as its sources say: builds what has changed, stops and starts. One thread does all of it,
 * the one that calls {@link #run}; the other methods can be called by any thread.
 */
final class Restarter {

    private static final Logger LOGGER = LoggerFactory.getLogger("org.jzenith.dev.internal.DevelopmentServer");

    private static final long SCAN_MILLIS = 100;

    /** A scan may take one part in so many of the time. */
    private static final long SCAN_SHARE = 20;

    /** A change gives a start up that takes longer; a shorter one is worth waiting for. Tests shorten it. */
    private static final long START_PATIENCE_NANOS =
            TimeUnit.MILLISECONDS.toNanos(Long.getLong("org.jzenith.dev.start-patience-millis", 10_000));

    private static final long OPEN_LIMIT_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long END_LIMIT_SECONDS = 60;

    private final Project project;
    private final ClassLoader libraries;
    private final PendingChanges pending;
    private final ProjectBuild build;
    private final KeptResources kept = new KeptResources();
    private final UpstreamQuestions questions = new UpstreamQuestions();
    private final CountDownLatch ended = new CountDownLatch(1);
    private final TcpProxies proxies;
    private volatile boolean ending;
    private volatile boolean discard;
    private @Nullable ApplicationRun running;
    private @Nullable Failure failure;
    private boolean restartDue;

    /** True if the last start was given up for a change. */
    private boolean givenUp;

    private int starts;
    private boolean hasRun;

    /** Ends the development mode. */
    private @Nullable StartException fatal;

    private long scanNanos;

    /** @param libraries loads what does not belong to the project */
    Restarter(final Project project, final ClassLoader libraries) {
        this.project = project;
        this.libraries = libraries;
        final ProjectFiles files = new ProjectFiles(project);
        this.pending = new PendingChanges(files);
        this.build = new ProjectBuild(project, files, libraries);
        this.proxies = new TcpProxies(questions::ask);
    }

    /**
     * Runs until {@link #end} is called or the thread is interrupted.
     *
     * @throws StartException if a configured address cannot be had and no start before has had one
     */
    void run() {
        try {
            orFail(this::begin);
            while (!ending) {
                final long pause = Math.max(SCAN_MILLIS, TimeUnit.NANOSECONDS.toMillis(scanNanos * SCAN_SHARE));
                final List<UpstreamQuestions.Question> asked = questions.next(pause);
                if (!ending) {
                    do {
                        orFail(this::bringUpToDate);
                    } while (givenUp && pending.unreadable() == null && !ending);
                    asked.forEach(this::answer);
                    if (running != null) {
                        proxies.move();
                    }
                }
            }
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            close();
        }
        if (fatal != null) {
            throw fatal;
        }
    }

    /** Stops the application, then what was kept for it, and returns when that is done. */
    void end() {
        ending = true;
        questions.wake();
        try {
            if (!ended.await(END_LIMIT_SECONDS, TimeUnit.SECONDS)) {
                LOGGER.warn("The development mode did not end within {} s.", END_LIMIT_SECONDS);
            }
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Closes what is kept, such as the database with its data, and starts the application again. */
    void restartWithoutData() {
        discard = true;
        questions.wake();
    }

    private void close() {
        boolean interrupted = Thread.interrupted();
        try {
            List.<Runnable>of(this::stopApplication, kept::close, proxies::close, build::close)
                    .forEach(Restarter::closeOrWarn);
        } finally {
            ended.countDown();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static void closeOrWarn(final Runnable part) {
        try {
            part.run();
        } catch (final RuntimeException | Error e) {
            LOGGER.warn("The development mode did not end cleanly.", e);
        }
    }

    /** Starts the application for the first time, after what was saved since the last build is copied and compiled. */
    private void begin() {
        build.warnOfKotlin();
        pending.add(build.outdated());
        restart();
        if (ending) {
            return;
        }
        LOGGER.info(
                "Development mode: when you save a file, it is compiled and the application restarts. To restart, press r and"
                        + " Enter; an embedded PostgreSQL without its own directory then loses its data. To stop, press Ctrl-C.");
        build.learn();
    }

    private interface Step {
        void run() throws InterruptedException;
    }

    /** Runs a step, and reports its failure, such as the copy of a file that has just been deleted. The next change repeats it. */
    private void orFail(final Step step) throws InterruptedException {
        try {
            step.run();
        } catch (final RuntimeException | Error e) {
            final String message = e + ". Save a file to try again.";
            if (failure == null || !failure.reasons().get(0).message().equals(message)) {
                LOGGER.debug("The stack trace of the next error.", e);
                fail(Failure.of("The development mode cannot bring the application up to date.", message));
            }
        }
    }

    private void bringUpToDate() throws InterruptedException {
        final long begin = System.nanoTime();
        final ProjectFiles.Changes found = pending.scan();
        if (found == null) {
            return;
        }
        scanNanos = System.nanoTime() - begin;
        final boolean gaveUp = givenUp;
        givenUp = false;
        if (discard) {
            discard = false;
            final Set<String> keys = kept.keys();
            LOGGER.info(
                    "Restarting, because r was pressed.{}",
                    keys.isEmpty()
                            ? ""
                            : " This also stops these embedded servers: " + String.join(", ", keys)
                                    + ". A server without its own directory loses its data.");
            stopApplication();
            kept.discard();
            restartDue = true;
            restart();
        } else if (gaveUp || !found.isEmpty()) {
            if (pending.settle()) {
                restart();
            } else {
                givenUp = true;
            }
        }
    }

    private String names(final Set<Path> changed) {
        final int shown = 3;
        return changed.stream()
                        .limit(shown)
                        .map(file -> String.valueOf(file.getFileName()))
                        .collect(Collectors.joining(", "))
                + (changed.size() > shown ? " and " + (changed.size() - shown) + " more" : "");
    }

    private void restart() {
        final ProjectFiles.Changes changes = pending.all();
        final Failure mistakes = build.update(changes);
        pending.clear();
        if (mistakes != null) {
            fail(mistakes);
            return;
        }
        if (ending) {
            return;
        }
        final long compiled = System.nanoTime();
        final boolean again = starts > 0;
        if (running != null && !restartDue && !build.hasChanged()) {
            if (failure != null) {
                failure = null;
                LOGGER.info("The sources compile again; no class has changed.");
            }
            return;
        }
        stopApplication();
        final long stopped = System.nanoTime();
        startApplication();
        if (again && failure == null && running != null) {
            LOGGER.info(
                    "Restarted: {} changed; {} ms to compile, {} ms to stop, {} ms to start.",
                    changes.isEmpty() ? "no file" : names(changes.all()),
                    TimeUnit.NANOSECONDS.toMillis(build.compileNanos()),
                    millis(compiled, stopped),
                    millis(stopped, System.nanoTime()));
        }
    }

    private static long millis(final long from, final long to) {
        return TimeUnit.NANOSECONDS.toMillis(to - from);
    }

    private void fail(final Failure now) {
        failure = now;
        LOGGER.error("{}", now.text());
        if (proxies.isEmpty()) {
            listenForTheFailure();
        }
    }

    /** A first start that fails has not said where it listens, so this is a guess that shows the failure. */
    private void listenForTheFailure() {
        final Listener guess = GuessedAddress.of(project, libraries);
        if (!listens(guess) && !listens(GuessedAddress.ofThisMachine(guess))) {
            LOGGER.debug(
                    "The browser does not show this failure: development mode cannot listen on the application's address.");
        }
    }

    private boolean listens(final Listener listener) {
        try {
            proxies.use(listener, proxy -> {});
            return true;
        } catch (final StartException e) {
            LOGGER.debug("The failure cannot be shown at {}:{}.", listener.host(), listener.port(), e);
            return false;
        }
    }

    private void stopApplication() {
        final ApplicationRun stopping = running;
        running = null;
        if (stopping != null) {
            stopping.stop(ending);
        }
    }

    private void startApplication() {
        final ApplicationRun next = new ApplicationRun(++starts, project, libraries, proxies, kept);
        restartDue = false;
        build.used();
        final long begin = System.nanoTime();
        final Throwable cause;
        try {
            cause = next.start(() -> ending || isSuperseded(begin));
        } catch (final RuntimeException | Error e) {
            next.stop(ending);
            throw e;
        }
        if (cause == null) {
            failure = null;
            running = next;
            hasRun = true;
            proxies.retain(next::proxies);
        } else {
            next.stop(ending);
            final StartException refused = next.refused();
            if (refused != null && !hasRun) {
                // Nobody could see a failure at an address that another process has.
                fatal = cause instanceof final StartException report ? report : refused;
                ending = true;
            } else if (!ending && !givenUp) {
                fail(Failure.ofStart(project, cause, !kept.isEmpty()));
            }
        }
    }

    /** Returns true if files have changed while a start takes long, such as one that waits forever. */
    private boolean isSuperseded(final long begin) {
        if (System.nanoTime() - begin < START_PATIENCE_NANOS) {
            return false;
        }
        pending.scan();
        givenUp = discard || !pending.all().isEmpty();
        return givenUp;
    }

    private void answer(final UpstreamQuestions.Question question) {
        final Failure unreadable = pending.unreadable();
        final Failure shown = unreadable == null ? failure : unreadable;
        if (shown != null) {
            question.answer().accept(new Upstream.Unavailable(shown));
            return;
        }
        final Upstream.Available available = running == null ? null : running.upstream(question.proxy());
        if (available != null) {
            question.answer().accept(available);
        } else if (System.nanoTime() - question.asked() < OPEN_LIMIT_NANOS) {
            questions.defer(question); // another application of the same main may still open it
        } else {
            question.answer()
                    .accept(new Upstream.Unavailable(Failure.of(
                            "No application listens here.",
                            "Port " + question.proxy().port() + " is not open.")));
        }
    }
}
