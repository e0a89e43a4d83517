package org.jzenith.docs.sites;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Observable;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.health.Health;
import org.jzenith.core.health.HealthChecks;
import org.jzenith.docs.cookbook.Await;
import org.jzenith.docs.sites.Balances.Balance;
import org.jzenith.kafka.embedded.BrokerListener;
import org.jzenith.kafka.embedded.KafkaServer;
import org.jzenith.test.internal.fault.UnreliableProxy;

/** The code of docs/two-sites.md: a site that is cut off accepts orders, and afterwards both sites agree. */
@Tag("full")
final class TwoSitesTest {

    /** benchmark/two-sites makes it longer. */
    private static final Duration CUT = Duration.parse(System.getProperty("sites.cut", "PT1S"));

    private static final List<String> CUSTOMERS = List.of("ann", "bob", "cleo");

    private static KafkaServer broker;
    private static UnreliableProxy network;
    private static RunningApplication north;
    private static RunningApplication south;

    private long cents;
    private long orders;

    @BeforeAll
    static void start() {
        network = new UnreliableProxy(0);
        broker = KafkaServer.startWith(List.of(BrokerListener.behindProxy("SOUTH", network.port())), Map.of());
        network.redirect(broker.port("SOUTH"));
        north = site("north", broker.port());
        south = site("south", network.port());
    }

    private static RunningApplication site(final String name, final int port) {
        return TwoSites.application(name)
                .withConfiguration("jzenith.event-loops", 1)
                .withConfiguration("postgresql.migrations.locations", "sites/migration")
                .withConfiguration("kafka.bootstrap-servers", "127.0.0.1:" + port)
                .withConfiguration("kafka.connect-timeout", "60s")
                .run();
    }

    @AfterAll
    static void stop() {
        south.close();
        north.close();
        network.close();
        broker.close();
    }

    // region test
    @Test
    @Timeout(180)
    void sitesThatWereCutApartAgreeAgain() {
        accept(north);
        accept(south);
        awaitAllAt(north);
        awaitAllAt(south);

        network.turnAway();
        final List<Balance> before = balances(south);
        Observable.interval(100, TimeUnit.MILLISECONDS)
                .take(CUT.toMillis() / 100)
                .blockingForEach(tick -> {
                    accept(north);
                    accept(south);
                });
        assertThat(balances(south))
                .as("the site knows no order of the cut yet")
                .isEqualTo(before);
        assertThat(isReady(south)).as("the load balancer keeps the site").isTrue();

        network.letIn();
        awaitAllAt(north);
        awaitAllAt(south);
        assertThat(balances(south)).isEqualTo(balances(north));
    }
    // endregion

    private static boolean isReady(final RunningApplication site) {
        return site.get(HealthChecks.class).run().blockingGet().stream()
                .noneMatch(each -> each.health().status() == Health.Status.DOWN);
    }

    private void accept(final RunningApplication site) {
        for (final String customer : CUSTOMERS) {
            orders++;
            cents += orders;
            site.get(SiteOrders.class).accept(customer, orders).blockingAwait();
        }
    }

    private static List<Balance> balances(final RunningApplication site) {
        return site.get(Balances.class).all().blockingGet();
    }

    /** Waits until the site has counted as many orders as both have accepted; the sums show that each was counted once. */
    private void awaitAllAt(final RunningApplication site) {
        Await.until(() -> balances(site).stream().mapToLong(Balance::orders).sum() >= orders);
        assertThat(balances(site).stream().mapToLong(Balance::cents).sum()).isEqualTo(cents);
        assertThat(balances(site).stream().mapToLong(Balance::orders).sum()).isEqualTo(orders);
    }
}
