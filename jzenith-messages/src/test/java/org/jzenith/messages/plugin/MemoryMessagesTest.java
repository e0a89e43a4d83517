package org.jzenith.messages.plugin;

import org.jzenith.core.JZenith;

/** The contract of applications over memory that two of them share. */
final class MemoryMessagesTest extends MessagesContract {

    private final SharedStore shared = new SharedStore();

    @Override
    protected String engine() {
        return "shared";
    }

    @Override
    protected JZenith with(final JZenith application) {
        return application.withModules(shared);
    }
}
