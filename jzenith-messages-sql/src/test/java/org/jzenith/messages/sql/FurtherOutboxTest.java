package org.jzenith.messages.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Flowable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.jzenith.core.RunningApplication;
import org.jzenith.sql.Database;

/** The outbox in MariaDB, and for topics in Redis and in Kafka. */
@Tag("full")
final class FurtherOutboxTest extends OutboxContract {

    static Stream<Kind> kinds() {
        return Stream.of(Kind.POSTGRESQL_OVER_REDIS, Kind.POSTGRESQL_OVER_KAFKA, Kind.MARIADB_OVER_MEMORY);
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL_OVER_REDIS", "POSTGRESQL_OVER_KAFKA"})
    void aDatabaseWithOlderTermsThanTheEngineGoesOn(final Kind kind) {
        final RunningApplication application = kind.running();
        publish(application, new Order("a", 1)).blockingAwait();
        await(1, application);
        final Database database = application.get(Database.class);
        final long restored = database.query("UPDATE jzenith_lease SET term = term - 3, expires_at = '-infinity'"
                        + " WHERE lease_group LIKE 'outbox/%' AND slot = 'orders' RETURNING term")
                .as(Long.class)
                .single()
                .blockingGet();
        Flowable.interval(0, 10, TimeUnit.MILLISECONDS)
                .onBackpressureDrop()
                .concatMapSingle(tick -> database.query(
                                "SELECT term FROM jzenith_lease WHERE lease_group LIKE 'outbox/%' AND slot = 'orders'")
                        .as(Long.class)
                        .single())
                .filter(term -> term > restored)
                .firstOrError()
                .timeout(60, TimeUnit.SECONDS)
                .ignoreElement()
                .blockingAwait();
        publish(application, new Order("a", 2)).blockingAwait();
        assertThat(await(2, application)).containsExactly(new Order("a", 1), new Order("a", 2));
    }
}
