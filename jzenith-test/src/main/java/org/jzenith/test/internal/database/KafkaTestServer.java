package org.jzenith.test.internal.database;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.test.database.TestDatabase;
import org.jzenith.test.database.TestServer;

/**
 * The embedded brokers of a test run: one that the applications use one after the other, and further ones for those that run at the same
 * time, because applications with the same topics and groups would take each other's records. Safe for use by many threads.
 */
public final class KafkaTestServer implements TestServer {

    private final List<TestBroker> all = new ArrayList<>();
    private final Deque<TestBroker> idle = new ArrayDeque<>();

    /** Creates it; called by the ServiceLoader. */
    public KafkaTestServer() {}

    @Override
    public String plugin() {
        return "kafka";
    }

    @Override
    public synchronized TestDatabase newDatabase(final String plugin) {
        if (idle.isEmpty()) {
            final TestBroker started = start();
            all.add(started);
            idle.push(started);
        }
        return new LentBroker(idle.pop(), plugin, this::release);
    }

    /** The module is optional, because most applications need no download of 45 MB. */
    private static TestBroker start() {
        try {
            return TestBroker.start();
        } catch (final NoClassDefFoundError e) {
            throw new StartException(
                    StartProblem.of("The application has a KafkaPlugin, but the test kit finds no Kafka.")
                            .remedy("Add the artifact org.jzenith:jzenith-kafka-embedded with the scope test, or call"
                                    + " withoutDatabase() to use the brokers in the application's configuration.")
                            .causedBy(e));
        }
    }

    /** A broker has no content that is worth copying, so the one of the template serves. */
    @Override
    public TestDatabase copy(final TestDatabase template, final String plugin) {
        template.drop();
        return newDatabase(plugin);
    }

    private void release(final TestBroker broker) {
        final boolean empty = broker.empty();
        synchronized (this) {
            if (empty) {
                idle.push(broker);
            } else {
                all.remove(broker);
            }
        }
        if (!empty) {
            broker.close();
        }
    }

    @Override
    public synchronized void close() {
        all.forEach(TestBroker::close);
    }
}
