package org.jzenith.docs.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.jzenith.core.state.SharedState;
import org.jzenith.core.state.SharedValues;

/** The rules that hold for each store of shared state. */
abstract class StoredStateContract extends SharedStateContract {

    private static final Duration LONG = Duration.ofMinutes(1);

    abstract TwoInstances instances();

    @Override
    final SharedState one() {
        return instances().one().get(SharedState.class);
    }

    @Override
    final SharedState other() {
        return instances().other().get(SharedState.class);
    }

    @Test
    void aValueThatThisReleaseDoesNotKnowIsAbsent() {
        final SharedValues<String> values = one().values("releases", 10, LONG, TEXT);
        values.put("a", "?").blockingAwait();
        assertThat(values.get(List.of("a")).blockingGet()).isEmpty();
        assertThat(values.take("a").isEmpty().blockingGet()).isTrue();
    }

    @Test
    void aLargeValueIsRefused() {
        final SharedValues<String> values = one().values("sizes", 10, LONG, TEXT);
        values.put("a", "x".repeat(65_536)).blockingAwait();
        assertThat(values.take("a").blockingGet()).hasSize(65_536);
        assertThatThrownBy(() -> values.put("a", "x".repeat(65_537)).blockingAwait())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("A value of the shared state 'sizes' has 65537 bytes; the limit is 65536.");
    }

    @Test
    void anInvitationIsAcceptedOnceByAnotherInstance() {
        new Invitations(one()).invite("code", "ann").blockingAwait();
        assertThat(new Invitations(other()).accept("code").blockingGet()).isEqualTo("ann");
        assertThat(new Invitations(one()).accept("code").isEmpty().blockingGet())
                .isTrue();
    }
}
