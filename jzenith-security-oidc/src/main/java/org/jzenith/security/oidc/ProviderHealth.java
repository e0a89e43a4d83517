package org.jzenith.security.oidc;

import io.reactivex.Single;
import jakarta.inject.Inject;
import org.jzenith.core.health.Health;
import org.jzenith.core.health.HealthCheck;

/** Reports that the provider has not been reached yet. One that was reached once and is away now counts as healthy: sessions go on. */
final class ProviderHealth implements HealthCheck {

    private final Provider provider;

    @Inject
    ProviderHealth(final Provider provider) {
        this.provider = provider;
    }

    @Override
    public String name() {
        return "oidc";
    }

    @Override
    public Single<Health> check() {
        return provider.metadata()
                .map(found -> Health.healthy())
                .onErrorReturn(error -> Health.unhealthy(String.valueOf(error.getMessage())));
    }
}
