package org.jzenith.benchmark.secured;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jzenith.test.identity.TestIdentityProvider;

/** Starts the OpenID Connect provider at which the harness logs in, and prints its address. */
public final class ProviderApplication {

    /** Longer than any measurement, so that no session refreshes its tokens. */
    private static final Duration TOKEN_LIFETIME = Duration.ofHours(12);

    private ProviderApplication() {}

    /**
     * The program.
     *
     * @param args the id and the secret of the client
     * @throws InterruptedException at the end
     */
    public static void main(final String... args) throws InterruptedException {
        final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        try (TestIdentityProvider provider =
                TestIdentityProvider.create(args[0], args[1]).withUser("ann", "user")) {
            provider.tokenLifetime(TOKEN_LIFETIME);
            out.println("issuer=" + provider.issuer());
            Thread.currentThread().join();
        }
    }
}
