package org.jzenith.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.problem.StartException;
import org.jzenith.postgresql.internal.configuration.PostgresqlConfiguration;
import org.jzenith.sql.driver.TlsMode;

class PostgresqlConfigurationTest {

    private static PostgresqlConfiguration read(final Map<String, Object> values) {
        return Configuration.builder(List.of())
                .withCode(values)
                .withTypes(Set.of(PostgresqlConfiguration.class))
                .read()
                .get(PostgresqlConfiguration.class);
    }

    @Test
    void defaultsAreTheSafeOnes() {
        final PostgresqlConfiguration defaults = read(Map.of());
        assertThat(defaults.host()).isEqualTo("localhost");
        assertThat(defaults.port()).isEqualTo(5432);
        assertThat(defaults.database()).isEqualTo("postgres");
        assertThat(defaults.username()).isEqualTo("postgres");
        assertThat(defaults.password().map(secret -> secret.get())).isEmpty();
        assertThat(defaults.url().map(secret -> secret.get())).isEmpty();
        assertThat(defaults.pipelines()).isEqualTo(1);
        assertThat(defaults.pipeliningLimit()).isEqualTo(1024);
        assertThat(defaults.pool().size()).isEqualTo(8);
        assertThat(defaults.pool().maxWaitQueue()).isEmpty();
        assertThat(defaults.pool().maxStreams()).isEmpty();
        assertThat(defaults.pool().acquireTimeout()).isEqualTo(Duration.ofSeconds(5));
        assertThat(defaults.connectTimeout()).isEqualTo(Duration.ofSeconds(5));
        assertThat(defaults.connectRetryInterval()).isEqualTo(Duration.ofSeconds(1));
        assertThat(defaults.queryTimeout()).isEqualTo(Duration.ofSeconds(10));
        assertThat(defaults.statementTimeout()).isEmpty();
        assertThat(defaults.lockTimeout()).isEmpty();
        assertThat(defaults.slowStatement()).isEqualTo(Duration.ofMillis(100));
        assertThat(defaults.furtherConnections()).isEqualTo(8);
        assertThat(defaults.maxQueueTime()).isEqualTo(Duration.ofMillis(300));
        assertThat(defaults.streamTimeout()).isEqualTo(Duration.ofSeconds(30));
        assertThat(defaults.transactionIdleTimeout()).isEqualTo(Duration.ofMinutes(1));
        assertThat(defaults.maxLifetime()).isEqualTo(Duration.ofMinutes(30));
        assertThat(defaults.preparedStatements()).isEqualTo(256);
        assertThat(defaults.tls().mode()).isEqualTo(TlsMode.PREFER);
        assertThat(defaults.tls().trustFile()).isEmpty();
        assertThat(defaults.applicationName()).isEqualTo("jzenith");
        assertThat(defaults.migrations().enabled()).isTrue();
        assertThat(defaults.migrations().locations()).containsExactly("db/migration");
        assertThat(defaults.migrations().placeholders()).isEmpty();
    }

    @Test
    void everySettingCanBeSet() {
        final PostgresqlConfiguration all = read(Map.ofEntries(
                Map.entry("postgresql.host", "db.example"),
                Map.entry("postgresql.port", 6543),
                Map.entry("postgresql.database", "shop"),
                Map.entry("postgresql.username", "me"),
                Map.entry("postgresql.password", "secret"),
                Map.entry("postgresql.url", "postgresql://other"),
                Map.entry("postgresql.pipelines", 2),
                Map.entry("postgresql.pipelining-limit", 16),
                Map.entry("postgresql.pool.size", 4),
                Map.entry("postgresql.pool.max-wait-queue", 7),
                Map.entry("postgresql.pool.max-streams", 3),
                Map.entry("postgresql.stream-timeout", "5s"),
                Map.entry("postgresql.transaction-idle-timeout", "8s"),
                Map.entry("postgresql.max-lifetime", "0s"),
                Map.entry("postgresql.pool.acquire-timeout", "1s"),
                Map.entry("postgresql.connect-timeout", "2s"),
                Map.entry("postgresql.connect-retry-interval", "3s"),
                Map.entry("postgresql.query-timeout", "4s"),
                Map.entry("postgresql.statement-timeout", "0s"),
                Map.entry("postgresql.lock-timeout", "5s"),
                Map.entry("postgresql.slow-statement", "6ms"),
                Map.entry("postgresql.further-connections", 3),
                Map.entry("postgresql.max-queue-time", "7s"),
                Map.entry("postgresql.prepared-statements", 0),
                Map.entry("postgresql.tls.mode", "verify-full"),
                Map.entry("postgresql.tls.trust-file", "ca.pem"),
                Map.entry("postgresql.application-name", "shop-service"),
                Map.entry("postgresql.migrations.enabled", false),
                Map.entry("postgresql.migrations.locations", "a,b"),
                Map.entry("postgresql.migrations.placeholders.owner", "shop")));
        assertThat(all.host()).isEqualTo("db.example");
        assertThat(all.port()).isEqualTo(6543);
        assertThat(all.database()).isEqualTo("shop");
        assertThat(all.username()).isEqualTo("me");
        assertThat(all.password().orElseThrow().get()).isEqualTo("secret");
        assertThat(all.url().orElseThrow().get()).isEqualTo("postgresql://other");
        assertThat(all.pipelines()).isEqualTo(2);
        assertThat(all.pipeliningLimit()).isEqualTo(16);
        assertThat(all.pool().size()).isEqualTo(4);
        assertThat(all.pool().maxWaitQueue()).hasValue(7);
        assertThat(all.pool().maxStreams()).hasValue(3);
        assertThat(all.streamTimeout()).isEqualTo(Duration.ofSeconds(5));
        assertThat(all.transactionIdleTimeout()).isEqualTo(Duration.ofSeconds(8));
        assertThat(all.maxLifetime()).isZero();
        assertThat(all.pool().acquireTimeout()).isEqualTo(Duration.ofSeconds(1));
        assertThat(all.connectTimeout()).isEqualTo(Duration.ofSeconds(2));
        assertThat(all.connectRetryInterval()).isEqualTo(Duration.ofSeconds(3));
        assertThat(all.queryTimeout()).isEqualTo(Duration.ofSeconds(4));
        assertThat(all.statementTimeout()).contains(Duration.ZERO);
        assertThat(all.lockTimeout()).contains(Duration.ofSeconds(5));
        assertThat(all.slowStatement()).isEqualTo(Duration.ofMillis(6));
        assertThat(all.furtherConnections()).isEqualTo(3);
        assertThat(all.maxQueueTime()).isEqualTo(Duration.ofSeconds(7));
        assertThat(all.preparedStatements()).isZero();
        assertThat(all.tls().mode()).isEqualTo(TlsMode.VERIFY_FULL);
        assertThat(all.tls().trustFile()).contains(Path.of("ca.pem"));
        assertThat(all.applicationName()).isEqualTo("shop-service");
        assertThat(all.migrations().enabled()).isFalse();
        assertThat(all.migrations().locations()).containsExactly("a", "b");
        assertThat(all.migrations().placeholders()).containsExactly(Map.entry("owner", "shop"));
    }

    @ParameterizedTest
    @CsvSource({
        "postgresql.port, 0",
        "postgresql.port, 65536",
        "postgresql.pipelines, 0",
        "postgresql.pipelining-limit, 0",
        "postgresql.pool.size, 0",
        "postgresql.pool.max-wait-queue, -1",
        "postgresql.pool.max-streams, 0",
        "postgresql.stream-timeout, 0s",
        "postgresql.max-lifetime, -1s",
        "postgresql.pool.acquire-timeout, 0s",
        "postgresql.query-timeout, 0s",
        "postgresql.statement-timeout, -1s",
        "postgresql.connect-timeout, 0s",
        "postgresql.lock-timeout, -1s",
        "postgresql.slow-statement, 0s",
        "postgresql.further-connections, -1",
        "postgresql.max-queue-time, 0s",
        "postgresql.prepared-statements, -1",
        "postgresql.tls.mode, sometimes",
        "postgresql.prot, 5432"
    })
    void valuesOutOfRangeAreProblems(final String key, final String value) {
        assertThatThrownBy(() -> read(Map.of(key, value)))
                .isInstanceOf(StartException.class)
                .hasMessageContaining(key);
    }
}
