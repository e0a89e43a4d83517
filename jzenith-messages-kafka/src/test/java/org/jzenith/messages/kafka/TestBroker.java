package org.jzenith.messages.kafka;

import java.util.List;
import java.util.Map;
import org.jzenith.core.JZenith;
import org.jzenith.kafka.embedded.BrokerListener;
import org.jzenith.kafka.embedded.KafkaServer;
import org.jzenith.kafka.plugin.KafkaPlugin;
import org.jzenith.test.internal.database.BrokerClient;
import org.jzenith.test.internal.fault.UnreliableProxy;

/** The broker of all tests of this module, which ends with the JVM, and a proxy before it. */
final class TestBroker {

    private static final UnreliableProxy PROXY = new UnreliableProxy(0);
    private static final BrokerClient CLIENT = start();

    private TestBroker() {}

    private static BrokerClient start() {
        final KafkaServer server =
                KafkaServer.startWith(List.of(BrokerListener.behindProxy("PROXY", PROXY.port())), Map.of());
        PROXY.redirect(server.port("PROXY"));
        return new BrokerClient(server.bootstrapServers());
    }

    /** Returns the proxy, through which all connections to {@link #addressOfProxy} go. */
    static UnreliableProxy proxy() {
        return PROXY;
    }

    static String addressOfProxy() {
        return "127.0.0.1:" + PROXY.port();
    }

    /** Returns clients that see what is in the broker. */
    static BrokerClient client() {
        return CLIENT;
    }

    static String address() {
        return CLIENT.servers();
    }

    /** Adds the engine to an application, whose stop waits for the end of a fetch. */
    static JZenith with(final JZenith application) {
        return application
                .withPlugins(KafkaPlugin.create(), KafkaMessagesPlugin.create())
                .withConfiguration("kafka.bootstrap-servers", address())
                .withConfiguration("kafka.client.fetch.max.wait.ms", 50);
    }
}
