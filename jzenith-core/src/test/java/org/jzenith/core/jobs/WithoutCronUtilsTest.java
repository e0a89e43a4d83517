package org.jzenith.core.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.reactivex.Completable;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.ZoneId;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.jzenith.core.Application;
import org.jzenith.core.ApplicationState;
import org.jzenith.core.JZenith;
import org.jzenith.core.Plugin;
import org.jzenith.core.problem.StartException;

/** Only jobs with times of the day need the library for them. */
final class WithoutCronUtilsTest {

    /** Loads the package anew, and finds no cron-utils. */
    private static final class Loader extends ClassLoader {

        Loader() {
            super(WithoutCronUtilsTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(final String name, final boolean resolve) throws ClassNotFoundException {
            if (name.startsWith("com.cronutils.")) {
                throw new ClassNotFoundException(name);
            }
            if (!name.startsWith("org.jzenith.core.jobs.")) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                final Class<?> loaded = findLoadedClass(name);
                return loaded == null ? define(name) : loaded;
            }
        }

        private Class<?> define(final String name) throws ClassNotFoundException {
            try (InputStream code = getResourceAsStream(name.replace('.', '/') + ".class")) {
                if (code == null) {
                    throw new ClassNotFoundException(name);
                }
                final byte[] bytes = code.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (final IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    private final Loader loader = new Loader();

    private static Supplier<Completable> work() {
        return Completable::complete;
    }

    @Test
    void aJobWithTimesOfTheDaySaysWhatToAdd() throws Exception {
        final Class<?> type = loader.loadClass(Jobs.class.getName());
        final Plugin jobs = (Plugin) type.getMethod("cron", String.class, ZoneId.class, String.class, Supplier.class)
                .invoke(type.getMethod("create").invoke(null), "0 3 * * *", ZoneId.of("UTC"), "report", work());
        final StartException failure = catchThrowableOfType(
                StartException.class,
                () -> JZenith.application().withPlugins(jobs).run().stop());
        assertThat(failure.problems())
                .singleElement()
                .extracting(problem -> problem.toString().replaceAll("java:\\d+", "java:LINE"))
                .isEqualTo(
                        "The job 'report' runs at times of the day, but the library that understands them is not on the"
                                + " class path.\n"
                                + "It comes from org.jzenith.core.jobs.WithoutCronUtilsTest.aJobWithTimesOfTheDaySaysWhatToAdd("
                                + "WithoutCronUtilsTest.java:LINE).\n"
                                + "Add the dependency com.cronutils:cron-utils; jzenith-bom knows its version.");
    }

    @Test
    void aJobWithAnIntervalNeedsNothing() throws Exception {
        final Class<?> type = loader.loadClass(Jobs.class.getName());
        final Plugin jobs = (Plugin) type.getMethod("every", Duration.class, String.class, Supplier.class)
                .invoke(type.getMethod("create").invoke(null), Duration.ofHours(1), "count", work());
        try (Application running = JZenith.application().withPlugins(jobs).run()) {
            assertThat(running.get(ApplicationState.class).phase()).isEqualTo(ApplicationState.Phase.RUNNING);
        }
    }
}
