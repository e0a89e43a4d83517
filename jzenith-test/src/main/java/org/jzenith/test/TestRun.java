package org.jzenith.test;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;
import org.jzenith.test.internal.database.TestServers;
import org.jzenith.test.internal.leak.ConcurrentApplications;

/**
 * The objects that all test classes of a JVM share. They are closed at the end of JUnit's session. When Maven uses several JVMs, each JVM
 * has one session, and runs every class as a separate execution.
 */
record TestRun(TestServers servers, ConcurrentApplications applications) implements AutoCloseable {

    private static final Namespace NAMESPACE = Namespace.create(JZenithExtension.class);

    static TestRun of(final ExtensionContext context) {
        return store(context)
                .getOrComputeIfAbsent(
                        TestRun.class,
                        type -> new TestRun(new TestServers(), new ConcurrentApplications()),
                        TestRun.class);
    }

    /** Registers an application, so that it is closed at the end of the session, before its servers. */
    static void closeAtEnd(
            final ExtensionContext context, final JZenithExtension key, final AutoCloseable application) {
        store(context).put(key, application);
    }

    private static ExtensionContext.Store store(final ExtensionContext context) {
        return context.getStore(StoreScope.LAUNCHER_SESSION, NAMESPACE);
    }

    @Override
    public void close() {
        servers.close();
    }
}
