package org.jzenith.redis;

import io.reactivex.Single;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jzenith.core.health.Health;
import org.jzenith.core.health.HealthCheck;
import org.jzenith.core.internal.configuration.HealthConfiguration;
import org.jzenith.redis.error.CommandRefusedException;
import org.jzenith.redis.error.RedisException;
import org.jzenith.redis.internal.connection.RedisAddress;

/** Writes a value as the health check, because a replica, or a server whose memory is full, still responds to reads. */
final class RedisHealth implements HealthCheck {

    private static final String KEY = "jzenith:health";

    private final RedisClient client;
    private final RedisAddress address;
    private final Function<String, Health> failed;
    private final Duration limit;

    RedisHealth(
            final RedisClient client,
            final RedisAddress address,
            final boolean required,
            final HealthConfiguration configuration) {
        this.client = client;
        this.address = address;
        this.failed = required ? Health::unhealthy : Health::degraded;
        // A little less than the limit of all checks, so that the answer is ours.
        this.limit = configuration.timeout().multipliedBy(9).dividedBy(10);
    }

    @Override
    public String name() {
        return "redis";
    }

    @Override
    public Single<Health> check() {
        return client.command("SET", KEY, "", "PX", 1_000)
                .map(reply -> Health.healthy())
                .timeout(limit.toMillis(), TimeUnit.MILLISECONDS)
                .onErrorReturn(this::health);
    }

    private Health health(final Throwable error) {
        if (error instanceof final CommandRefusedException refused
                && refused.code().equals("NOPERM")) {
            return Health.healthy();
        }
        if (error instanceof TimeoutException) {
            return failed.apply(address.name() + " did not answer within " + limit.toMillis() + " ms");
        }
        return failed.apply(
                error instanceof RedisException
                        ? String.valueOf(error.getMessage())
                        : error.getClass().getSimpleName());
    }
}
