package org.jzenith.dev;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.development.DevelopmentSession.Listener;
import org.jzenith.core.problem.StartException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the running application as its sources say: scans, compiles, copies, stops and starts. One thread does all of it,
 * the one that calls {@link #run}; the other methods can be called by any thread.
 */
final class Restarter {

    private static final Logger LOGGER = LoggerFactory.getLogger(DevelopmentServer.class);

    private static final long SCAN_MILLIS = 100;

    /** A scan may take one part in so many of the time. */
    private static final long SCAN_SHARE = 20;

    /** An editor that writes a file in several steps takes less time than this between two of them. */
    private static final long SETTLE_MILLIS = 15;

    private static final int MAX_SETTLE = 20;
    private static final long DEFERRED_MILLIS = 20;

    /** A change gives a start up that takes longer; a shorter one is worth waiting for. */
    private static final long START_PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private static final long OPEN_LIMIT_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long END_LIMIT_SECONDS = 60;

    private final Project project;
    private final ClassLoader libraries;
    private final ProjectFiles files;
    private final SourceCompiler compiler;
    private final KeptResources kept = new KeptResources();
    private final BlockingQueue<Question> questions = new LinkedBlockingQueue<>();
    private final List<Question> deferred = new ArrayList<>();
    private final CountDownLatch ended = new CountDownLatch(1);
    private final TcpProxies proxies;
    private volatile boolean ending;
    private volatile boolean discard;
    private @Nullable ApplicationRun running;
    private @Nullable Failure failure;
    private boolean restartDue;

    /** What has changed and is not yet copied and compiled. */
    private ProjectFiles.Changes due = ProjectFiles.Changes.NONE;

    /** Whether the last start was given up for a change. */
    private boolean givenUp;

    private int starts;
    private boolean hasRun;

    /** Shown instead of everything else while the project cannot be read. */
    private @Nullable Failure unreadable;

    /** Ends the development mode. */
    private @Nullable StartException fatal;

    private long scanNanos;

    /** @param libraries loads what does not belong to the project */
    Restarter(final Project project, final ClassLoader libraries) {
        this.project = project;
        this.libraries = libraries;
        this.files = new ProjectFiles(project);
        this.compiler = new SourceCompiler(project, libraries);
        this.proxies = new TcpProxies((proxy, then) -> questions.add(new Question(proxy, then, System.nanoTime())));
    }

    /** A connection that has a request; a question without proxy only wakes the thread up. */
    private record Question(@Nullable TcpProxy proxy, Consumer<Upstream> answer, long asked) {}

    /**
     * Runs until {@link #end} is called or the thread is interrupted.
     *
     * @throws StartException if a configured address cannot be had and no start before has had one
     */
    void run() {
        try {
            orFail(this::begin);
            while (!ending) {
                final List<Question> asked = nextQuestions();
                if (!ending) {
                    do {
                        orFail(this::bringUpToDate);
                    } while (givenUp && unreadable == null && !ending);
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
        wake();
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
        wake();
    }

    private void wake() {
        questions.add(new Question(null, upstream -> {}, System.nanoTime()));
    }

    private void close() {
        boolean interrupted = Thread.interrupted();
        try {
            List.<Runnable>of(this::stopApplication, kept::close, proxies::close, compiler::close)
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
            LOGGER.warn("The development mode did not end in order.", e);
        }
    }

    private List<Question> nextQuestions() throws InterruptedException {
        final List<Question> asked = new ArrayList<>();
        final long pause = deferred.isEmpty()
                ? Math.max(SCAN_MILLIS, TimeUnit.NANOSECONDS.toMillis(scanNanos * SCAN_SHARE))
                : DEFERRED_MILLIS;
        final Question first = questions.poll(pause, TimeUnit.MILLISECONDS);
        if (first != null) {
            asked.add(first);
            questions.drainTo(asked);
        }
        asked.addAll(deferred);
        deferred.clear();
        return asked;
    }

    /** Starts the application for the first time, after what was saved since the last build is copied and compiled. */
    private void begin() {
        final Set<Path> outdated = outdatedResources();
        if (isOutdated()) {
            outdated.addAll(files.sources());
        }
        due = new ProjectFiles.Changes(outdated, Set.of());
        restart();
        if (ending) {
            return;
        }
        LOGGER.info("Development mode: a saved file is compiled and the application restarts. r and Enter: restart; an"
                + " embedded PostgreSQL without a directory of its own is empty then. Ctrl-C: stop.");
        if (!compiler.isDue()) {
            final Failure wrong = compiler.learn(files.sources());
            if (wrong != null) {
                LOGGER.warn(
                        "The development mode cannot compile the sources with the project's options: {}", wrong.text());
            }
        }
    }

    /**
     * Whether a source is not older than its class, or has none: it was saved after the last compilation. A source without
     * class of its name may be as its author wants it, so it does not count if all were compiled just now.
     */
    private boolean isOutdated() {
        return files.sources().stream().anyMatch(source -> {
            final Path root = project.sources().stream()
                    .filter(source::startsWith)
                    .findFirst()
                    .orElseThrow();
            final String name = root.relativize(source).toString();
            final Path compiled =
                    project.classes().resolve(name.substring(0, name.length() - ".java".length()) + ".class");
            try {
                return !source.endsWith("package-info.java")
                        && !source.endsWith("module-info.java")
                        && (Files.isRegularFile(compiled) ? !isNewer(compiled, source) : !project.compiled());
            } catch (final IOException e) {
                return true;
            }
        });
    }

    private static boolean isNewer(final Path file, final Path made) throws IOException {
        return Files.getLastModifiedTime(file).compareTo(Files.getLastModifiedTime(made)) > 0;
    }

    /** Those that were saved after they were copied. */
    private Set<Path> outdatedResources() {
        final Set<Path> outdated = new TreeSet<>(files.resources());
        outdated.removeIf(file -> project.resources().stream()
                .filter(folder -> file.startsWith(folder.directory()))
                .allMatch(folder -> {
                    try {
                        final Path copy = folder.copyOf(file);
                        return Files.isRegularFile(copy) && !isNewer(file, copy);
                    } catch (final IOException e) {
                        return false;
                    }
                }));
        return outdated;
    }

    private interface Step {
        void run() throws InterruptedException;
    }

    /** What cannot be done now, such as the copy of a file that is deleted just then, is done with the next change. */
    private void orFail(final Step step) throws InterruptedException {
        try {
            step.run();
        } catch (final RuntimeException | Error e) {
            final String message = e + ". Save a file to try again.";
            if (failure == null || !failure.reasons().get(0).message().equals(message)) {
                LOGGER.debug("The trace of what follows.", e);
                fail(Failure.of("The development mode cannot bring the application up to date.", message));
            }
        }
    }

    private void bringUpToDate() throws InterruptedException {
        final long begin = System.nanoTime();
        final ProjectFiles.Changes found = scan();
        if (found == null) {
            return;
        }
        scanNanos = System.nanoTime() - begin;
        final boolean gaveUp = givenUp;
        givenUp = false;
        due = due.and(found);
        if (discard) {
            discard = false;
            final Set<String> keys = kept.keys();
            LOGGER.info(
                    "The terminal asks for a restart.{}",
                    keys.isEmpty()
                            ? ""
                            : " It stops " + String.join(", ", keys)
                                    + " too, whose data is gone unless it is in a directory of its own.");
            stopApplication();
            kept.discard();
            restartDue = true;
            restart();
        } else if (gaveUp || !found.isEmpty()) {
            if (settle()) {
                restart();
            } else {
                givenUp = true;
            }
        }
    }

    /** What has changed, or null if the files cannot be read now, such as those of a folder that is moved. */
    private ProjectFiles.@Nullable Changes scan() {
        try {
            final ProjectFiles.Changes found = files.scan();
            unreadable = null;
            return found;
        } catch (final RuntimeException e) {
            if (unreadable == null) {
                unreadable = Failure.of("The files of the project cannot be read.", String.valueOf(e));
                LOGGER.error("{}", unreadable.text());
            }
            return null;
        }
    }

    /** Returns false if the files cannot be read meanwhile. */
    private boolean settle() throws InterruptedException {
        for (int i = 0; i < MAX_SETTLE; i++) {
            TimeUnit.MILLISECONDS.sleep(SETTLE_MILLIS);
            final ProjectFiles.Changes more = scan();
            if (more == null) {
                return false;
            }
            if (more.isEmpty()) {
                return true;
            }
            due = due.and(more);
        }
        return true;
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
        final ProjectFiles.Changes changes = due;
        if (changes.all().stream().anyMatch(files::isPom)) {
            LOGGER.warn("pom.xml has changed. What it changes is used when you stop the development mode and start it"
                    + " again.");
        }
        final Set<Path> sources = only(changes.changed(), true);
        final Set<Path> deletedSources = only(changes.deleted(), true);
        final Set<Path> others = only(changes.changed(), false);
        others.addAll(outdatedResources()); // another program may have deleted the copies
        final Set<Path> deletedOthers = only(changes.deleted(), false);
        copy(others, deletedOthers);
        LogbackFile.readIfAmong(others);
        restartDue |= !others.isEmpty() || !deletedOthers.isEmpty();
        if (others.stream().anyMatch(this::isForeignClass)
                || deletedOthers.stream().anyMatch(this::isForeignClass)) {
            sources.addAll(files.sources()); // they may hold its constants, and must fit to its methods
        }
        final long begin = System.nanoTime();
        if (!sources.isEmpty() || !deletedSources.isEmpty() || compiler.isDue()) {
            final SourceCompiler.Result result = compiler.compile(sources, deletedSources, files.sources());
            restartDue |= result.classes() > 0;
            if (result.failure() != null) {
                due = ProjectFiles.Changes.NONE; // the compiler remembers them
                fail(result.failure());
                return;
            }
        }
        due = ProjectFiles.Changes.NONE;
        if (ending) {
            return;
        }
        final long compiled = System.nanoTime();
        final boolean again = starts > 0;
        if (running != null && !restartDue) {
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
                    millis(begin, compiled),
                    millis(compiled, stopped),
                    millis(stopped, System.nanoTime()));
        }
    }

    private static long millis(final long from, final long to) {
        return TimeUnit.NANOSECONDS.toMillis(to - from);
    }

    private Set<Path> only(final Set<Path> changed, final boolean sources) {
        return changed.stream()
                .filter(file -> !files.isPom(file) && files.isSource(file) == sources)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private void copy(final Set<Path> changed, final Set<Path> deleted) {
        for (final Project.ResourceFolder folder : project.resources()) {
            try {
                for (final Path file : deleted) { // first, as a folder may be where a file was
                    if (file.startsWith(folder.directory())) {
                        Files.deleteIfExists(folder.copyOf(file));
                        deleteEmptyFolders(folder, file);
                    }
                }
                for (final Path file : changed) {
                    if (file.startsWith(folder.directory()) && Files.isRegularFile(file)) {
                        final Path copy = folder.copyOf(file);
                        Files.createDirectories(copy.getParent());
                        Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
                    }
                }
            } catch (final IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Those of the copies whose originals are gone too. */
    private static void deleteEmptyFolders(final Project.ResourceFolder folder, final Path deleted) throws IOException {
        Path original = deleted.getParent();
        while (original != null && !original.equals(folder.directory()) && !Files.isDirectory(original)) {
            try {
                Files.deleteIfExists(folder.copyOf(original));
            } catch (final DirectoryNotEmptyException e) {
                return; // it holds classes
            }
            original = original.getParent();
        }
    }

    private boolean isForeignClass(final Path file) {
        return file.toString().endsWith(".class")
                && project.foreignFolders().stream().anyMatch(file::startsWith);
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
            LOGGER.debug("The failure is in the log only.");
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

    /** Whether files have changed while a start takes long, such as one that waits for what does not come. */
    private boolean isSuperseded(final long begin) {
        if (System.nanoTime() - begin < START_PATIENCE_NANOS) {
            return false;
        }
        final ProjectFiles.Changes found = scan();
        if (found != null) {
            due = due.and(found);
        }
        givenUp = discard || !due.isEmpty();
        return givenUp;
    }

    private void answer(final Question question) {
        if (question.proxy == null) {
            return;
        }
        final Failure shown = unreadable == null ? failure : unreadable;
        if (shown != null) {
            question.answer.accept(new Upstream.Unavailable(shown));
            return;
        }
        final Upstream.Available available = running == null ? null : running.upstream(question.proxy);
        if (available != null) {
            question.answer.accept(available);
        } else if (System.nanoTime() - question.asked < OPEN_LIMIT_NANOS) {
            deferred.add(question); // another application of the same main may still open it
        } else {
            question.answer.accept(new Upstream.Unavailable(
                    Failure.of("No application listens here.", "Port " + question.proxy.port() + " is not open.")));
        }
    }
}
