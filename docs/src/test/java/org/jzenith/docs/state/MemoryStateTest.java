package org.jzenith.docs.state;

import org.jzenith.core.state.SharedState;

/** Shared state in the memory of one instance. */
final class MemoryStateTest extends SharedStateContract {

    private final SharedState state = SharedState.inMemory();

    @Override
    SharedState one() {
        return state;
    }

    @Override
    SharedState other() {
        return state;
    }
}
