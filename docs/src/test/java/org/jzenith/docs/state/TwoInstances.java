package org.jzenith.docs.state;

import java.util.function.Supplier;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;

/** Two instances of an application, which share a store. */
record TwoInstances(RunningApplication one, RunningApplication other) implements AutoCloseable {

    static TwoInstances of(final Supplier<JZenith> application) {
        return new TwoInstances(application.get().run(), application.get().run());
    }

    @Override
    public void close() {
        one.close();
        other.close();
    }
}
