package org.jzenith.core.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Single;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

final class HealthChecksTest {

    @Test
    void eachCheckAnswersForItselfWithinItsTime() {
        final HealthChecks checks = new HealthChecks(
                Set.of(
                        check("well", () -> Single.just(Health.healthy())),
                        check("ill", () -> Single.just(Health.unhealthy("no disk"))),
                        check("broken", () -> Single.error(new IllegalStateException("secret detail"))),
                        check("thrower", () -> {
                            throw new IllegalStateException("secret detail");
                        }),
                        check("slow", Single::never)),
                () -> Duration.ofSeconds(2));
        final List<HealthChecks.Result> results = checks.run().blockingGet();
        assertThat(results)
                .extracting(HealthChecks.Result::name)
                .containsExactly("broken", "ill", "slow", "thrower", "well");
        assertThat(results)
                .extracting(result -> result.health().reason())
                .containsExactly(
                        "the check failed with IllegalStateException",
                        "no disk",
                        "no answer within 2000 ms",
                        "the check failed with IllegalStateException",
                        null);
    }

    private static HealthCheck check(final String name, final Supplier<Single<Health>> answer) {
        return new HealthCheck() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public Single<Health> check() {
                return answer.get();
            }
        };
    }
}
