package org.jzenith.restclient;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.inject.Injector;
import io.reactivex.Completable;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.jzenith.core.JZenith;
import org.jzenith.core.Plugin;
import org.jzenith.core.RunningApplication;
import org.jzenith.rest.RestPlugin;

/** A client accepts calls once it is prepared. */
final class PreparedClientTest {

    /** Calls the client in two phases. */
    private static final class Caller implements Plugin {

        private final List<String> results = new ArrayList<>();

        @Override
        public String name() {
            return "caller";
        }

        @Override
        public Set<String> requires() {
            return Set.of("rest-client.stock");
        }

        private Completable call(final Injector injector) {
            return Completable.defer(() ->
                            injector.getInstance(ArticlesApi.class).find("1").ignoreElement())
                    .doOnComplete(() -> results.add("found"))
                    .onErrorComplete(error -> results.add(error.getMessage()));
        }

        @Override
        public Completable check(final Injector injector) {
            return call(injector);
        }

        @Override
        public Completable prepare(final Injector injector) {
            return call(injector);
        }
    }

    @Test
    void aPluginThatRequiresTheClientCallsIt() {
        final Caller caller = new Caller();
        try (RunningApplication server = recipe().withPlugins(RestPlugin.withResources(ArticlesResource.class))
                        .run();
                RunningApplication application = recipe().withPlugins(
                                caller, RestClientPlugin.of(ArticlesApi.class, "stock"))
                        .withOverridingConfiguration("rest-client.stock.url", server.uri())
                        .run()) {
            assertThat(application.endpoints()).isEmpty();
            assertThat(caller.results)
                    .containsExactly(
                            "The client 'stock' was called before it was ready. Call it later, or add"
                                    + " \"rest-client.stock\" to requires() of the plugin that calls it.",
                            "found");
        }
    }

    private static JZenith recipe() {
        return JZenith.application()
                .withoutConfigurationFiles()
                .withOverridingConfiguration("rest.port", 0)
                .withOverridingConfiguration("jzenith.idle-grace", "0s");
    }
}
