package org.jzenith.observability.internal.profile;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.internal.log.LogText;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Records one profile at a time, and keeps the last one in temporary files until the stop. Safe for use by many threads. */
public final class Profiler {

    private static final Logger LOGGER = LoggerFactory.getLogger(Profiler.class);

    /** The longest duration of a profile in seconds. */
    public static final int MOST_SECONDS = 60;

    private final Supplier<Sampling> samplings;
    private volatile @Nullable Sampling sampling;
    private @Nullable Path folder;
    private volatile boolean ready;
    private volatile boolean drawn;
    private volatile String failure = "";
    private volatile long endMillis;

    /** Creates a profiler without a profile. */
    public Profiler() {
        this(Profiler::sampling);
    }

    Profiler(final Supplier<Sampling> samplings) {
        this.samplings = samplings;
    }

    /**
     * Starts a profile, unless one is being recorded. Waits while the flame graph of the last one is drawn, which takes seconds.
     *
     * @param seconds after which {@link #finish} is called, for {@link #json}
     * @return false if one is being recorded; true also if the recording has failed at once, which {@link #json} tells
     */
    public synchronized boolean tryStart(final int seconds) {
        if (sampling != null) {
            return false;
        }
        ready = false;
        drawn = false;
        failure = "";
        try {
            if (folder == null) {
                folder = Files.createTempDirectory("jzenith-profile");
            }
            final Sampling chosen = samplings.get();
            chosen.start(recording(folder));
            sampling = chosen;
            endMillis = System.currentTimeMillis() + seconds * 1000L;
        } catch (final IOException | RuntimeException | LinkageError e) {
            fail(e);
        }
        return true;
    }

    /** Returns async-profiler if it is there and works on this machine. */
    private static Sampling sampling() {
        try {
            return new AsyncSampling();
        } catch (final LinkageError | RuntimeException e) {
            LOGGER.debug("async-profiler cannot be used.", LogText.escape(e));
            return new JfrSampling();
        }
    }

    private void fail(final Throwable error) {
        LOGGER.warn("The profile cannot be recorded.", LogText.escape(error));
        failure = String.valueOf(error.getMessage());
    }

    /** Ends the profile, and draws its flame graph if jfr-converter is on the class path. Takes seconds. */
    public synchronized void finish() {
        final Sampling ending = sampling;
        final Path into = folder;
        if (ending == null || into == null) {
            return;
        }
        sampling = null;
        try {
            ending.stop(recording(into));
            ready = true;
            FlameGraphs.write(recording(into), page(into));
            drawn = true;
        } catch (final NoClassDefFoundError e) {
            LOGGER.debug("The flame graph needs jfr-converter, which is not on the class path.", LogText.escape(e));
        } catch (final IOException | RuntimeException e) {
            fail(e);
        }
    }

    private static Path recording(final Path folder) {
        return folder.resolve("profile.jfr");
    }

    private static Path page(final Path folder) {
        return folder.resolve("profile.html");
    }

    /**
     * Returns the page with the flame graph.
     *
     * @return null if no profile is ready, or jfr-converter is missing
     * @throws IOException if the file cannot be read
     */
    public synchronized byte @Nullable [] flameGraph() throws IOException {
        return drawn && folder != null ? Files.readAllBytes(page(folder)) : null;
    }

    /**
     * Returns the recording for tools such as JDK Mission Control.
     *
     * @return null if no profile is ready
     * @throws IOException if the file cannot be read
     */
    public synchronized byte @Nullable [] recording() throws IOException {
        return ready && folder != null ? Files.readAllBytes(recording(folder)) : null;
    }

    /**
     * Describes the profile for the page. Does not wait.
     *
     * @return an object with {@code running}, {@code ready} and so on
     */
    public JsonObject json() {
        return new JsonObject()
                .put("running", sampling != null)
                .put("endsIn", sampling == null ? 0 : Math.max(0, endMillis - System.currentTimeMillis()))
                .put("ready", ready)
                .put("flameGraph", drawn)
                .put("failure", failure);
    }

    /** Ends a profile that is being recorded, and deletes the files. */
    public synchronized void close() {
        final Path used = folder;
        if (used == null) {
            return;
        }
        try {
            if (sampling != null) {
                sampling.stop(recording(used));
            }
        } catch (final IOException | RuntimeException e) {
            // on a signal, the JVM ends recordings at the same time
            LOGGER.debug("The profile has ended already.", LogText.escape(e));
        }
        sampling = null;
        try {
            Files.deleteIfExists(recording(used));
            Files.deleteIfExists(page(used));
            Files.deleteIfExists(used);
            folder = null;
        } catch (final IOException | RuntimeException e) {
            LOGGER.warn("The files of the profile cannot be deleted.", LogText.escape(e));
        }
    }
}
