package org.jzenith.test;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.test.database.TestDatabase;
import org.jzenith.test.database.TestServer;

/** A server as the author of a plugin writes it for the tests of applications; it stands in META-INF/services. */
public final class NotesServer implements TestServer {

    /** The notes of each database, by its name. */
    static final Map<String, List<String>> NOTES = new ConcurrentHashMap<>();

    private static final AtomicInteger NUMBER = new AtomicInteger();

    @Override
    public String plugin() {
        return "notes";
    }

    @Override
    public TestDatabase newDatabase(final String plugin) {
        final String name = "notes-" + NUMBER.incrementAndGet();
        NOTES.put(name, new CopyOnWriteArrayList<>());
        return new Notes(name, plugin);
    }

    @Override
    public void close() {
        // the notes of each application have been dropped
    }

    private record Notes(String name, String plugin) implements TestDatabase {

        @Override
        public Map<String, String> configuration() {
            return Map.of(plugin + ".database", name);
        }

        @Override
        public Map<String, String> defaults() {
            return Map.of(plugin + ".size", "small", plugin + ".color", "white");
        }

        @Override
        public Map<String, String> prepare(final Configuration configuration) {
            return Map.of(
                    plugin + ".title",
                    "of " + configuration.value(plugin + ".writer").orElse("nobody"));
        }

        @Override
        public List<String> sessions() {
            final List<String> notes = NOTES.get(name);
            return notes != null && notes.contains("left open") ? List.of("a session of " + name) : List.of();
        }

        @Override
        public void drop() {
            NOTES.remove(name);
        }
    }
}
