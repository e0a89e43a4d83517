package org.jzenith.restclient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reactivex.plugins.RxJavaPlugins;
import jakarta.ws.rs.client.Entity;
import jakarta.ws.rs.client.Invocation;
import jakarta.ws.rs.client.RxInvoker;
import jakarta.ws.rs.client.WebTarget;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jboss.resteasy.rxjava2.FlowableRxInvoker;
import org.jboss.resteasy.rxjava2.ObservableRxInvoker;
import org.jboss.resteasy.rxjava2.SingleRxInvoker;
import org.junit.jupiter.api.Test;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.rest.RestPlugin;
import org.jzenith.restclient.ArticlesApi.Article;

/** The client of Jakarta REST itself. */
final class StandardClientTest {

    private static JZenith recipe() {
        return JZenith.application()
                .withoutConfigurationFiles()
                .withOverridingConfiguration("rest.port", 0)
                .withOverridingConfiguration("jzenith.idle-grace", "0s");
    }

    @Test
    void itCallsWithoutHooksOnEachOperator() throws Exception {
        try (RunningApplication server = recipe().withPlugins(RestPlugin.withResources(ArticlesResource.class))
                        .run();
                RunningApplication application = recipe().withPlugins(
                                RestPlugin.withResources(RetriesTest.Other.class), RestClientPlugin.standard("stock"))
                        .withOverridingConfiguration("rest-client.stock.url", server.uri())
                        .run()) {
            final WebTarget stock = application.get(WebTarget.class, "stock").path("articles");
            assertThat(stock.path("{id}")
                            .resolveTemplate("id", "a b")
                            .request("application/json")
                            .rx(SingleRxInvoker.class)
                            .get(Article.class)
                            .blockingGet())
                    .isEqualTo(new Article("a b", "Tea pot", 3));
            assertThat(stock.request("application/json")
                            .rx(SingleRxInvoker.class)
                            .post(Entity.json(Map.of("id", "1", "name", "Cup", "pieces", 1)), Article.class)
                            .blockingGet())
                    .isEqualTo(new Article("1", "Cup", 2));
            assertThat(hooks()).isEmpty();
        }
    }

    /** RESTEasy's invokers of streams buffer without limit. */
    @Test
    void itHasNoInvokersOfStreams() {
        try (RunningApplication application = recipe().withPlugins(RestClientPlugin.standard("stock"))
                .withOverridingConfiguration("rest-client.stock.url", "http://localhost:1")
                .run()) {
            final Invocation.Builder request =
                    application.get(WebTarget.class, "stock").request();
            assertThat(request.rx(SingleRxInvoker.class)).isNotNull();
            for (final Class<? extends RxInvoker<?>> each :
                    List.of(FlowableRxInvoker.class, ObservableRxInvoker.class)) {
                assertThatThrownBy(() -> request.rx(each)).isInstanceOf(IllegalStateException.class);
            }
        }
    }

    /** The hooks that run at each operator, except those of jZenith itself, which never sets one for assemblies. */
    private static List<String> hooks() throws ReflectiveOperationException {
        final List<String> hooks = new ArrayList<>();
        for (final Method method : RxJavaPlugins.class.getMethods()) {
            if (method.getName().matches("getOn.*(Assembly|Subscribe)")) {
                final Object hook = method.invoke(null);
                if (hook != null && !hook.getClass().getName().startsWith("org.jzenith.core.internal.rx.RxHooks$")) {
                    hooks.add(method.getName() + ": " + hook.getClass().getName());
                }
            }
        }
        return hooks;
    }
}
