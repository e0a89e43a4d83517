package org.jzenith.docs;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.Promise;
import io.vertx.core.spi.cluster.ClusterManager;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import org.junit.jupiter.api.Test;
import org.jzenith.core.JZenith;

/** The plugin that the page about plugins shows. */
final class ClusterPluginTest {

    @Test
    void theApplicationJoinsTheClusterOfThePlugin() {
        final ClusterManager unreachable = (ClusterManager) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {ClusterManager.class}, (proxy, method, args) -> {
                    if (method.isDefault()) {
                        return InvocationHandler.invokeDefault(proxy, method, args);
                    }
                    if (method.getName().equals("join")) {
                        ((Promise<?>) args[0]).fail("No member answers.");
                    } else if (method.getName().equals("leave")) {
                        ((Promise<?>) args[0]).complete();
                    }
                    return method.getReturnType() == boolean.class ? Boolean.FALSE : null;
                });
        assertThatThrownBy(() -> JZenith.application()
                        .withPlugins(new ClusterPlugin(unreachable))
                        .run())
                .hasMessageContaining("Vert.x did not join the cluster")
                .hasMessageContaining("No member answers.")
                .hasMessageContaining("the plugin 'cluster'");
    }
}
