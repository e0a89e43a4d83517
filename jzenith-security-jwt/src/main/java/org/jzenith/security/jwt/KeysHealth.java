package org.jzenith.security.jwt;

import io.reactivex.Single;
import org.jzenith.core.health.Health;
import org.jzenith.core.health.HealthCheck;

/** Reports that no keys of the issuer are known, so that no token can be verified. */
record KeysHealth(KeySource keys) implements HealthCheck {

    @Override
    public String name() {
        return "jwt";
    }

    @Override
    public Single<Health> check() {
        if (!keys.isReady() && keys instanceof final JwksKeys fetched) {
            fetched.refresh();
        }
        return Single.just(keys.isReady() ? Health.healthy() : Health.unhealthy("The issuer's keys are not known."));
    }
}
