package org.jzenith.test.internal.database;

import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jzenith.test.database.TestDatabase;

/** A broker for as long as one application uses it. */
final class LentBroker implements TestDatabase {

    private final TestBroker broker;
    private final String prefix;
    private final Consumer<TestBroker> release;
    private final AtomicBoolean dropped = new AtomicBoolean();

    /** @param prefix the plugin's name, which is the prefix of its settings */
    LentBroker(final TestBroker broker, final String prefix, final Consumer<TestBroker> release) {
        this.broker = broker;
        this.prefix = prefix;
        this.release = release;
    }

    @Override
    public Map<String, String> configuration() {
        return Map.of(prefix + ".bootstrap-servers", broker.address());
    }

    /** On a loaded machine, the embedded broker takes longer to answer the first client. */
    @Override
    public Map<String, String> defaults() {
        return Map.of(prefix + ".connect-timeout", "60s");
    }

    @Override
    public void drop() {
        if (dropped.compareAndSet(false, true)) {
            release.accept(broker);
        }
    }
}
