package org.jzenith.messages.test;

import static org.jzenith.messages.test.TimeLimited.get;
import static org.jzenith.messages.test.TimeLimited.run;

import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import org.jzenith.messages.engine.LogStore;
import org.jzenith.messages.engine.LogStore.LogState;
import org.jzenith.messages.engine.MessageEngine;
import org.jzenith.messages.engine.TopicDefinition;
import org.jzenith.messages.log.LogEngine;

/** For plugins: tests the rules of {@link MessageEngine} with an engine over a store of logs. The test of the store extends it. */
public abstract class LogEngineContract extends MessageEngineContract {

    /** Creates the test. */
    protected LogEngineContract() {}

    /**
     * Returns the store of one instance.
     *
     * @return the same object for the whole test
     */
    protected abstract LogStore one();

    /**
     * Returns the store of another instance, which has the same logs.
     *
     * @return the same object for the whole test; {@link #one} if the store is in memory
     */
    protected abstract LogStore other();

    /**
     * Returns the Vert.x on whose event loops the engines work.
     *
     * @return the Vert.x of an application
     */
    protected abstract Vertx vertx();

    @Override
    protected final MessageEngine createOne() {
        return LogEngine.of(one(), vertx());
    }

    @Override
    protected final MessageEngine createOther() {
        return LogEngine.of(other(), vertx());
    }

    @Override
    protected final void deleteMessages(final TopicDefinition of) {
        final TopicDefinition brief = new TopicDefinition(of.name(), of.partitions(), Duration.ofMillis(1));
        LogState state = get(one().state(of.name()));
        while (state.first() <= state.last()) {
            run(one().trim(brief));
            state = get(one().state(of.name()));
        }
    }

    @Override
    protected final List<String> forged(final String end) {
        final int number = end.indexOf('-') + 1;
        return List.of(
                end.substring(0, number) + (Long.parseLong(end.substring(number)) + 1),
                "another-1",
                "a-99999999999999999999");
    }
}
