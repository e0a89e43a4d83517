package org.jzenith.test;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;
import org.jzenith.test.internal.database.TestServers;
import org.jzenith.test.internal.leak.ConcurrentApplications;

/**
 * The objects of all test classes of a JVM, which are closed at the end of JUnit's session. When Maven uses several JVMs, each JVM has one
 * session, in which every class is a separate execution.
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

    /** Closes an application at the end, before its servers. */
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
