package org.jzenith.messages.test;

import org.jzenith.messages.engine.LogStore;
import org.jzenith.messages.internal.memory.MemoryLogStore;

/** The contract of stores over memory. */
final class MemoryLogStoreContractTest extends LogStoreContract {

    private final LogStore store = new MemoryLogStore("memory");

    @Override
    protected LogStore one() {
        return store;
    }

    @Override
    protected LogStore other() {
        return store;
    }
}
