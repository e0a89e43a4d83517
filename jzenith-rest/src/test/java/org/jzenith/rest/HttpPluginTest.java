package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.vertx.core.buffer.Buffer;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.jzenith.core.JZenith;
import org.jzenith.core.Plugin;
import org.jzenith.core.PluginSource;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.problem.StartException;
import org.jzenith.http.HttpPlugin;
import org.jzenith.http.handler.HttpMount;

/** A {@code RestPlugin} and an {@code HttpPlugin} of one application. */
final class HttpPluginTest {

    private static final List<String> CHANGES = new ArrayList<>();

    private final HttpClient client = HttpClient.newHttpClient();

    @Path("/orders")
    public static final class OrderResource {

        @GET
        public String all() {
            return "orders";
        }
    }

    private static RestApi rest(final RestApi plugin) {
        return plugin.withResources(OrderResource.class).withServerOptions(options -> CHANGES.add("rest"));
    }

    private static HttpPlugin http(final HttpPlugin plugin) {
        return plugin.withServerOptions(options -> CHANGES.add("http"));
    }

    private static JZenith recipe(final PluginSource... plugins) {
        CHANGES.clear();
        return JZenith.application("--rest.port=0", "--rest.host=localhost")
                .withPlugins(plugins)
                .withModules(binder -> HttpMount.binder(binder)
                        .addBinding()
                        .toInstance(HttpMount.at(
                                "/hello",
                                "hello",
                                exchange -> () -> exchange.response().send("text/plain", Buffer.buffer("Hello")))));
    }

    private String get(final URI address) throws Exception {
        return client.send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofString())
                .body();
    }

    static Stream<Arguments> orders() {
        return Stream.of(
                Arguments.of(rest(RestPlugin.create()), http(HttpPlugin.create())),
                Arguments.of(http(HttpPlugin.create()), rest(RestPlugin.create())));
    }

    @ParameterizedTest
    @MethodSource("orders")
    void bothAreOneListenerWithTheOptionsOfBoth(final PluginSource first, final PluginSource second) throws Exception {
        try (RunningApplication application = recipe(first, second)
                .withConfiguration("rest.context-path", "/api")
                .run()) {
            assertThat(application.endpoints()).containsOnlyKeys("rest");
            assertThat(CHANGES).containsExactly("http", "rest");
            assertThat(get(application.uri().resolve("/api/orders"))).isEqualTo("orders");
            assertThat(get(application.uri().resolve("/hello"))).isEqualTo("Hello");
            assertThat(get(application.uri().resolve("/api/health"))).startsWith("{\"status\":\"UP\"");
        }
    }

    @Test
    void bothAreOneListenerWithTheSameQualifier() throws Exception {
        try (RunningApplication application = recipe(
                        HttpPlugin.create(), http(HttpPlugin.named("admin")), rest(RestPlugin.named("admin")))
                .withConfiguration("rest.admin.port", 0)
                .run()) {
            assertThat(application.endpoints()).containsOnlyKeys("rest", "rest.admin");
            assertThat(CHANGES).containsExactly("http", "rest");
            assertThat(get(application.endpoints().get("rest.admin").resolve("/orders")))
                    .isEqualTo("orders");
            assertThat(get(application.uri().resolve("/hello"))).isEqualTo("Hello");
        }
    }

    private static final class OwnPlugin implements Plugin {

        @Override
        public String name() {
            return "rest";
        }
    }

    static Stream<Arguments> mistakes() {
        return Stream.of(
                Arguments.of(List.of(RestPlugin.create(), RestPlugin.create()), "The plugin 'rest' was added twice."),
                Arguments.of(
                        List.of(HttpPlugin.create(), HttpPlugin.create(), RestPlugin.create()),
                        "The plugin 'rest' was added twice."),
                Arguments.of(
                        List.of(RestPlugin.create(), new OwnPlugin()),
                        "Two plugins have the name 'rest': org.jzenith.rest.RestPhases and "
                                + OwnPlugin.class.getName()),
                Arguments.of(
                        List.of(HttpPlugin.create(), new OwnPlugin()),
                        "Two plugins have the name 'rest': org.jzenith.http.internal.listener.HttpPhases and "
                                + OwnPlugin.class.getName()));
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void otherPluginsOfOneNameAreAMistake(final List<PluginSource> plugins, final String problem) {
        assertThat(catchThrowableOfType(
                        StartException.class,
                        () -> recipe(plugins.toArray(PluginSource[]::new)).run().stop()))
                .hasMessageContaining(problem);
    }
}
