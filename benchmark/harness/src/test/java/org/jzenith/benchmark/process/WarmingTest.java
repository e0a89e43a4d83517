package org.jzenith.benchmark.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class WarmingTest {

    @Test
    void aProgramIsWarmWhenItGotNoFasterTwice() {
        final Warming state = new Warming();
        for (final double reached : new double[] {100, 200, 205, 300, 290}) {
            state.reached(reached);
            assertThat(state.mayGetFaster()).isTrue();
        }
        state.reached(310);
        assertThat(state.mayGetFaster()).isFalse();
    }
}
