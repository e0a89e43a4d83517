package org.jzenith.security.oidc;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Refreshes of sessions in a store of the application. */
final class RefreshInApplicationStoreTest extends SharedRefreshContract {

    private static Instances instances;

    @BeforeAll
    static void start() {
        instances = new Instances(
                2,
                () -> configured(OidcApplication.of(
                        PROVIDER.issuer(), OidcPlugin.create().withSessionStore(SessionStoreTest.MemoryStore.class))));
    }

    @AfterAll
    static void stop() {
        instances.close();
    }

    @Override
    Instances instances() {
        return instances;
    }
}
