package org.jzenith.test;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.inject.Injector;
import io.reactivex.Completable;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.jzenith.core.JZenith;
import org.jzenith.core.Plugin;
import org.jzenith.core.configuration.Configuration;

/** A server that another plugin than PostgreSQL's brings for the tests of applications. */
final class TestServerTest {

    /** Writes a note when it starts. */
    private record NotesPlugin(String note) implements Plugin {

        @Override
        public String name() {
            return "notes";
        }

        @Override
        public Completable prepare(final Injector injector) {
            return Completable.fromAction(() -> NotesServer.NOTES
                    .get(injector.getInstance(Configuration.class)
                            .value("notes.database")
                            .orElseThrow())
                    .add(note));
        }
    }

    @RegisterExtension
    static final JZenithExtension ALONE = JZenithExtension.of(() -> JZenith.application()
            .withPlugins(new NotesPlugin("hello"))
            .withConfiguration("notes.database", "of-production")
            .withConfiguration("notes.size", "large")
            .withConfiguration("notes.writer", "ann"));

    @RegisterExtension
    static final JZenithExtension WITH_POSTGRESQL = JZenithExtension.of(
            () -> JZenith.application().withPlugins(new NotesPlugin("hello"), new TablePlugin(new AtomicInteger())));

    private static Function<String, String> settings(final JZenithExtension extension) {
        final Configuration configuration = extension.get(Configuration.class);
        return key -> configuration.value(key).orElse(null);
    }

    @Test
    void anApplicationHasAnEmptyDatabaseAndItsSettings() {
        assertThat(NotesServer.NOTES.get(settings(ALONE).apply("notes.database")))
                .containsExactly("hello");
        assertThat(Map.of(
                        "size", settings(ALONE).apply("notes.size"),
                        "color", settings(ALONE).apply("notes.color"),
                        "title", settings(ALONE).apply("notes.title")))
                .containsOnly(Map.entry("size", "large"), Map.entry("color", "white"), Map.entry("title", "of ann"));
    }

    /** The template of PostgreSQL is filled by an application that has a database of each server. */
    @Test
    void anApplicationMayHaveDatabasesOfSeveralServers() {
        final Function<String, String> settings = settings(WITH_POSTGRESQL);
        assertThat(settings.apply("postgresql.database")).startsWith("test_");
        assertThat(settings.apply("notes.database"))
                .startsWith("notes-")
                .isNotEqualTo(settings(ALONE).apply("notes.database"));
        assertThat(NotesServer.NOTES.get(settings.apply("notes.database"))).containsExactly("hello");
    }

    static final class LeavesASession {

        @RegisterExtension
        static final JZenithExtension APP = JZenithExtension.of(
                        () -> JZenith.application().withPlugins(new NotesPlugin("left open")))
                .withLeakTimeout(Duration.ofMillis(100));

        @Test
        void passes() {}
    }

    @Test
    void aSessionThatIsLeftFailsTheClass() {
        EngineTestKit.engine("junit-jupiter")
                .selectors(DiscoverySelectors.selectClass(LeavesASession.class))
                .execute()
                .containerEvents()
                .failed()
                .assertThatEvents()
                .singleElement()
                .asString()
                .contains("a session of notes-");
    }
}
