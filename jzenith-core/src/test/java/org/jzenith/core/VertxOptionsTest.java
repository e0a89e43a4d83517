package org.jzenith.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.vertx.core.Vertx;
import io.vertx.core.impl.VertxInternal;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.jzenith.core.problem.StartException;

/** An application adjusts its Vert.x. */
final class VertxOptionsTest {

    @Test
    void eachChangeSeesTheSettingsAndTheChangesBefore() {
        final List<Integer> seen = new ArrayList<>();
        try (RunningApplication application = JZenith.application("--jzenith.event-loops=3")
                .withVertxOptions(options -> {
                    seen.add(options.getEventLoopPoolSize());
                    options.setEventLoopPoolSize(1).setInternalBlockingPoolSize(7);
                })
                .withVertxOptions(options -> seen.add(options.getInternalBlockingPoolSize()))
                .run()) {
            assertThat(seen).containsExactly(3, 7);
            final VertxInternal vertx = (VertxInternal) application.get(Vertx.class);
            assertThat(vertx.getOrCreateContext().nettyEventLoop().parent()).hasSize(1);
        }
    }

    @Test
    void aChangeThatFailsFailsTheStart() {
        final StartException failure = catchThrowableOfType(
                StartException.class,
                () -> JZenith.application()
                        .withVertxOptions(options -> options.setEventLoopPoolSize(0))
                        .run());
        assertThat(failure.problems())
                .singleElement()
                .hasToString("Changing the options of Vert.x failed: java.lang.IllegalArgumentException:"
                        + " eventLoopPoolSize must be > 0\n"
                        + "It comes from withVertxOptions(..).\n"
                        + "Correct the function passed to withVertxOptions(..).");
    }
}
