package org.jzenith.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.inject.Injector;
import com.google.inject.multibindings.Multibinder;
import io.reactivex.Completable;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.jzenith.core.JZenith;
import org.jzenith.core.Plugin;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.observe.Gauge;
import org.jzenith.core.plugin.ServerSessions;
import shop.BlockingPlugin;

/** Test classes that share an application, which {@link SharedApplicationTest} runs in an engine of their own. */
final class SharedSamples {

    static final AtomicInteger STARTS = new AtomicInteger();
    static final AtomicInteger MIGRATIONS = new AtomicInteger();
    static final Set<RunningApplication> APPLICATIONS = ConcurrentHashMap.newKeySet();
    static final List<Connection> KEPT = new CopyOnWriteArrayList<>();
    static final AtomicInteger WORK = new AtomicInteger();
    static final AtomicInteger PAUSES = new AtomicInteger();
    private static volatile boolean refusesToStart;
    static volatile CountDownLatch threadEnds = new CountDownLatch(1);

    private SharedSamples() {}

    /** Counts the starts, and starts a thread that the application forgets. A test can let a start fail. */
    private record StartsPlugin(boolean isForgetful) implements Plugin {

        @Override
        public String name() {
            return "starts";
        }

        @Override
        public Completable prepare(final Injector injector) {
            return Completable.fromAction(() -> {
                if (refusesToStart) {
                    throw new IllegalStateException("refused");
                }
                STARTS.incrementAndGet();
                if (isForgetful) {
                    new Thread(StartsPlugin::waitForEnd, "forgotten").start();
                }
            });
        }

        private static void waitForEnd() {
            try {
                threadEnds.await();
            } catch (final InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static JZenith application() {
        return JZenith.application()
                .withPlugins(new TablePlugin(MIGRATIONS), new StartsPlugin(false), new ListenerPlugin())
                .withModules(binder ->
                        Gauge.binder(binder).addBinding().toInstance(Gauge.of("mail.in-flight", "mails", WORK::get)));
    }

    /** The application of the classes. */
    interface SharedSample {

        @RegisterExtension
        JZenithExtension APP = JZenithExtension.of(SharedSamples::application)
                .withLeakTimeout(Duration.ofSeconds(1))
                .shared();
    }

    private static void writeTheOnlyCat(final JZenithExtension app) throws SQLException {
        APPLICATIONS.add(app.application());
        app.http().get("/").expectStatus(200);
        try (Connection connection = TablePlugin.connect(app.get(Configuration.class));
                Statement statement = connection.createStatement()) {
            assertThat(TablePlugin.query(statement, "SELECT count(*) FROM cat")).isEqualTo("0");
            statement.execute("INSERT INTO cat VALUES ('Tom')");
            statement.execute("CREATE TABLE of_test (name text)");
        }
    }

    static final class First implements SharedSample {

        @Test
        void writes() throws SQLException {
            writeTheOnlyCat(APP);
        }
    }

    static final class Second implements SharedSample {

        @Inject
        ListenerPlugin.Greeting greeting;

        @Test
        void writes(final RunningApplication application) throws SQLException {
            assertThat(greeting).isSameAs(application.get(ListenerPlugin.Greeting.class));
            writeTheOnlyCat(APP);
        }
    }

    static final class Third {

        @RegisterExtension
        static final JZenithExtension APP = SharedSample.APP;

        @Test
        void writes() throws SQLException {
            writeTheOnlyCat(APP);
        }
    }

    /** Its nested class has the database of the class around it, or an application with another configuration. */
    static final class WithNested implements SharedSample {

        @Test
        void writes() throws SQLException {
            writeTheOnlyCat(APP);
        }

        @Nested
        final class Inside {

            @Test
            void hasTheCat(final RunningApplication application) throws SQLException {
                APPLICATIONS.add(application);
                try (Connection connection = TablePlugin.connect(APP.get(Configuration.class));
                        Statement statement = connection.createStatement()) {
                    assertThat(TablePlugin.query(statement, "SELECT count(*) FROM cat"))
                            .isEqualTo("1");
                }
            }
        }

        @Nested
        final class Configured {

            @RegisterExtension
            static final JZenithExtension OWN =
                    SharedSample.APP.withOverridingConfiguration("jzenith.drain-timeout", "3s");

            @Test
            void hasAnApplicationOfItsOwn() throws SQLException {
                assertThat(OWN.get(Configuration.class).value("jzenith.drain-timeout"))
                        .hasValue("3s");
                assertThat(OWN.application()).isNotSameAs(SharedSample.APP.application());
                writeTheOnlyCat(OWN);
            }
        }
    }

    static final class ForEachMethod {

        @RegisterExtension
        final JZenithExtension app = SharedSample.APP;

        @Test
        void writes() throws SQLException {
            writeTheOnlyCat(app);
        }

        @Test
        void writesAgain() throws SQLException {
            writeTheOnlyCat(app);
        }
    }

    /** Leaves a transaction open, and work in progress. */
    static final class LeavesWork implements SharedSample {

        @Test
        void passes() throws SQLException {
            APPLICATIONS.add(APP.application());
            WORK.set(1);
            final Connection connection = TablePlugin.connect(APP.get(Configuration.class));
            KEPT.add(connection);
            connection.setAutoCommit(false);
            try (Statement statement = connection.createStatement()) {
                statement.execute("INSERT INTO cat VALUES ('Tom')");
            }
        }
    }

    static final class RestartFails implements SharedSample {

        @Test
        void leavesNoDatabase() {
            APPLICATIONS.add(APP.application());
            final Configuration configuration = APP.get(Configuration.class);
            refusesToStart = true;
            try {
                assertThatThrownBy(APP::restart).hasStackTraceContaining("refused");
            } finally {
                refusesToStart = false;
            }
            assertThatThrownBy(() -> TablePlugin.connect(configuration)).hasMessageContaining("does not exist");
        }
    }

    static final class DoesNotRegister {

        @Test
        void fails() {
            WithoutDatabase.APP.http();
        }
    }

    /** Two classes whose database the test kit does not replace. */
    interface WithoutDatabase {

        @RegisterExtension
        JZenithExtension APP = JZenithExtension.of(() -> JZenith.application()
                        .withPlugins(new StartsPlugin(false), new ListenerPlugin())
                        .withModules(binder -> Multibinder.newSetBinder(binder, ServerSessions.class)
                                .addBinding()
                                .toInstance(new CountedSessions())))
                .withoutDatabase()
                .shared();

        @Test
        default void passes() {
            APPLICATIONS.add(APP.application());
        }
    }

    static final class OneWithoutDatabase implements WithoutDatabase {}

    static final class OtherWithoutDatabase implements WithoutDatabase {}

    /** Sessions with a server whose content cannot be replaced. */
    private static final class CountedSessions implements ServerSessions {

        @Override
        public boolean isReplaceable() {
            return false;
        }

        @Override
        public Completable pause() {
            return Completable.fromAction(PAUSES::incrementAndGet);
        }

        @Override
        public Completable resume() {
            return Completable.complete();
        }
    }

    static final class BlocksAndForgets {

        @RegisterExtension
        final JZenithExtension app = JZenithExtension.of(
                        () -> JZenith.application().withPlugins(new BlockingPlugin(), new StartsPlugin(true)))
                .withOverridingConfiguration("jzenith.blocked-threshold", "500ms")
                .withLeakTimeout(Duration.ofSeconds(1));

        @Test
        void blocks() {
            app.http().get("/sleep").expectStatus(200);
        }
    }

    static final class Forgets {

        @RegisterExtension
        static final JZenithExtension APP = JZenithExtension.of(
                        () -> JZenith.application().withPlugins(new StartsPlugin(true)))
                .withLeakTimeout(Duration.ofSeconds(1))
                .shared();

        @Test
        void passes() {}
    }

    /** Has the port of the shared application, as two classes with the same {@code rest.port} would. */
    static final class WantsItsPort {

        @RegisterExtension
        static final JZenithExtension APP = JZenithExtension.of(
                        () -> JZenith.application().withPlugins(new ListenerPlugin()))
                .withOverridingConfiguration("rest.port", new Object() {
                    @Override
                    public String toString() {
                        return String.valueOf(APPLICATIONS.iterator().next().port());
                    }
                });

        @Test
        void passes() {}
    }

    /** Two classes that run at the same time: the one that has the application waits until the other is refused. */
    interface Parallel {

        CountDownLatch REFUSED = new CountDownLatch(1);

        @RegisterExtension
        AfterAllCallback END = context -> REFUSED.countDown();

        @RegisterExtension
        JZenithExtension APP = JZenithExtension.of(() -> JZenith.application().withPlugins(new StartsPlugin(false)))
                .shared();

        @Test
        default void waitsForTheRefusal() throws InterruptedException {
            REFUSED.await();
        }
    }

    static final class OneParallel implements Parallel {}

    static final class OtherParallel implements Parallel {}

    /** Two classes that run one after the other. */
    @ResourceLock("application")
    static final class OneLocked implements SharedSample {

        @Test
        void writes() throws SQLException {
            writeTheOnlyCat(APP);
        }
    }

    @ResourceLock("application")
    static final class OtherLocked implements SharedSample {

        @Test
        void writes() throws SQLException {
            writeTheOnlyCat(APP);
        }
    }
}
