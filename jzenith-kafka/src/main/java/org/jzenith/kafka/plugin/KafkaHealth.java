package org.jzenith.kafka.plugin;

import io.reactivex.Single;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jzenith.core.health.Health;
import org.jzenith.core.health.HealthCheck;
import org.jzenith.core.internal.configuration.HealthConfiguration;
import org.jzenith.kafka.error.KafkaRefusedException;
import org.jzenith.kafka.internal.connection.KafkaConnections;
import org.jzenith.kafka.internal.consumer.GroupHub;

/** Checks that a broker responds, and that all groups are being read. */
final class KafkaHealth implements HealthCheck {

    private final KafkaConnections connections;
    private final GroupHub groups;
    private final Function<String, Health> failed;
    private final Duration limit;

    KafkaHealth(
            final KafkaConnections connections,
            final GroupHub groups,
            final boolean required,
            final HealthConfiguration configuration) {
        this.connections = connections;
        this.groups = groups;
        this.failed = required ? Health::unhealthy : Health::degraded;
        // A little less than the limit of all checks, so that the answer is ours.
        this.limit = configuration.timeout().multipliedBy(9).dividedBy(10);
    }

    @Override
    public String name() {
        return "kafka";
    }

    @Override
    public Single<Health> check() {
        return connections
                .brokers(limit)
                .map(brokers -> ofGroups())
                .timeout(limit.toMillis(), TimeUnit.MILLISECONDS)
                .onErrorReturn(this::health);
    }

    private Health ofGroups() {
        final Health health = groups.health();
        return health.status() == Health.Status.DOWN ? failed.apply(String.valueOf(health.reason())) : health;
    }

    private Health health(final Throwable error) {
        return failed.apply(
                error instanceof KafkaRefusedException
                        ? connections.servers() + ": " + error.getMessage()
                        : connections.servers() + " did not respond within " + limit.toMillis() + " ms");
    }
}
