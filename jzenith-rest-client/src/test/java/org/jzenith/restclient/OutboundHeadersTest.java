package org.jzenith.restclient;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Single;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.observe.Operation;
import org.jzenith.core.observe.OutboundHeaders;
import org.jzenith.rest.RestPlugin;

/** Headers that a plugin adds to calls. */
final class OutboundHeadersTest {

    @Test
    void eachSubscriptionIsACallOfItsOwn() throws Exception {
        final List<Operation> calls = new CopyOnWriteArrayList<>();
        try (RawPeer peer = new RawPeer(each -> {
                    while (!each.head().isEmpty()) {
                        each.send("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\nok");
                    }
                });
                RunningApplication application = JZenith.application()
                        .withoutConfigurationFiles()
                        .withPlugins(
                                RestPlugin.withResources(RetriesTest.Other.class),
                                RestClientPlugin.of(RetriesTest.WorkApi.class, "stock"))
                        .withModules(binder -> OutboundHeaders.binder(binder)
                                .addBinding()
                                .toInstance((call, headers) -> calls.add(call)))
                        .withOverridingConfiguration("rest.port", 0)
                        .withOverridingConfiguration("rest-client.stock.url", peer.url())
                        .withOverridingConfiguration("rest-client.stock.retries", 0)
                        .run()) {
            final Single<String> call =
                    application.get(RetriesTest.WorkApi.class).get();
            assertThat(call.blockingGet()).isEqualTo("ok");
            assertThat(call.blockingGet()).isEqualTo("ok");
        }
        assertThat(calls).hasSize(2).doesNotHaveDuplicates();
    }
}
