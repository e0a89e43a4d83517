package org.jzenith.kafka.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.inject.Injector;
import io.reactivex.Completable;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Test;
import org.jzenith.core.JZenith;
import org.jzenith.core.Plugin;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.problem.StartException;

final class EmbeddedKafkaTest {

    /** Fails the start after it has talked to the broker. */
    private record FailingPlugin(AtomicReference<String> address) implements Plugin {

        @Override
        public String name() {
            return "failing";
        }

        @Override
        public Completable prepare(final Injector injector) {
            return Completable.fromAction(() -> {
                final String servers = injector.getInstance(Configuration.class)
                        .value("kafka.bootstrap-servers")
                        .orElseThrow();
                address.set(servers);
                try (Admin admin = Admin.create(Map.of("bootstrap.servers", servers))) {
                    assertThat(admin.describeCluster().nodes().get()).hasSize(1);
                }
                throw new IllegalStateException("no luck");
            });
        }
    }

    @Test
    void providesItsAddressAndStopsWithTheApplicationAlsoWhenItsStartFails() {
        final AtomicReference<String> address = new AtomicReference<>();
        assertThatThrownBy(() -> JZenith.application()
                        .withPlugins(new FailingPlugin(address), EmbeddedKafka.create())
                        .run())
                .isInstanceOf(StartException.class)
                .hasMessageContaining("no luck");
        assertThat(address.get()).startsWith("127.0.0.1:");
        final int port = Integer.parseInt(address.get().substring("127.0.0.1:".length()));
        assertThatThrownBy(() -> new Socket().connect(new InetSocketAddress("127.0.0.1", port)))
                .isInstanceOf(ConnectException.class);
    }

    @Test
    void configuredBrokersSwitchItOff() {
        try (RunningApplication application = JZenith.application()
                .withPlugins(EmbeddedKafka.create())
                .withConfiguration("kafka.bootstrap-servers", "kafka.example.org:9092")
                .run()) {
            assertThat(application.get(Configuration.class).value("kafka.bootstrap-servers"))
                    .hasValue("kafka.example.org:9092");
        }
    }
}
