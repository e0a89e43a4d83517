package org.jzenith.core.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.inject.Injector;
import io.reactivex.Completable;
import io.reactivex.Single;
import io.smallrye.config.ConfigMapping;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.jzenith.core.JZenith;
import org.jzenith.core.Plugin;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.internal.start.ClaimedAddresses;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;

/** A required setting that a plugin provides when it has started something. */
final class AnnouncedConfigurationTest {

    private static final String KEY = "lamp.address";
    private static final String ANNOUNCED = "lamp://announced";

    @ConfigMapping(prefix = "lamp")
    interface LampConfiguration {

        URI address();
    }

    /** Requires the setting, and sees it in each check. */
    private static final class Lamp implements Plugin, ConfigurationChecker {

        private String checked = "";

        @Override
        public String name() {
            return "lamp";
        }

        @Override
        public List<Class<?>> configurations() {
            return List.of(LampConfiguration.class);
        }

        @Override
        public Completable checkConfiguration(final Configuration configuration) {
            return Completable.fromAction(
                    () -> checked += configuration.get(LampConfiguration.class).address() + " ");
        }

        @Override
        public Completable check(final Injector injector) {
            return Completable.fromAction(() ->
                    checked += injector.getInstance(LampConfiguration.class).address() + " ");
        }
    }

    private record Electrician(Map<String, String> provided) implements Plugin, ConfigurationProvider {

        @Override
        public String name() {
            return "electrician";
        }

        @Override
        public Map<String, String> announceConfiguration(final Configuration configuration) {
            return configuration.isSet(KEY) ? Map.of() : Map.of(KEY, ANNOUNCED);
        }

        @Override
        public Single<Map<String, String>> provideConfiguration(final Configuration configuration) {
            return Single.just(configuration.isSet(KEY) ? Map.of() : provided);
        }
    }

    private static final Electrician ELECTRICIAN = new Electrician(Map.of(KEY, "lamp://provided"));

    private final Lamp lamp = new Lamp();

    @Test
    void requiredSettingIsCheckedAsAnnouncedAndThenProvided() {
        try (RunningApplication application =
                JZenith.application().withPlugins(lamp, ELECTRICIAN).run()) {
            assertThat(application.get(LampConfiguration.class).address()).hasToString("lamp://provided");
        }
        assertThat(lamp.checked).isEqualTo("lamp://announced lamp://provided ");
    }

    @Test
    void checkWithoutAStartSeesTheAnnouncedValue() {
        JZenith.application("--check").withPlugins(lamp, ELECTRICIAN).run().close();
        assertThat(lamp.checked).isEqualTo("lamp://announced lamp://announced ");
    }

    @Test
    void configuredValueIsNotAnnounced() {
        try (RunningApplication application = JZenith.application("--lamp.address=lamp://configured")
                .withPlugins(lamp, ELECTRICIAN)
                .run()) {
            assertThat(application.get(LampConfiguration.class).address()).hasToString("lamp://configured");
        }
        assertThat(lamp.checked).isEqualTo("lamp://configured lamp://configured ");
    }

    @Test
    void announcedValueThatIsNotProvidedIsMissing() {
        assertThatThrownBy(() -> JZenith.application()
                        .withPlugins(lamp, new Electrician(Map.of()))
                        .run())
                .isInstanceOf(StartException.class)
                .hasMessageContaining("lamp.address");
    }

    /** Opens nothing, and claims the address of a listener. */
    private record Listener(String host, int port) implements Plugin {

        @Override
        public String name() {
            return "listener";
        }

        @Override
        public Completable check(final Injector injector) {
            return Completable.fromAction(
                    () -> injector.getInstance(ClaimedAddresses.class).claimPort("rest", host, port, "the test"));
        }
    }

    private static final class Recluse implements Plugin {

        @Override
        public String name() {
            return "recluse";
        }

        @Override
        public Completable check(final Injector injector) {
            return Completable.fromAction(() -> injector.getInstance(ClaimedAddresses.class)
                    .requireLoopback((key, host) -> StartProblem.of("Others can reach " + key + "=" + host + ".")));
        }
    }

    @Test
    void listenersBeyondTheLoopbackAddressAreRefusedOnlyWhereAPluginSaysSo() {
        JZenith.application().withPlugins(new Listener("0.0.0.0", 0)).run().close();
        for (final String host : List.of("localhost", "127.0.0.1", "::1")) {
            JZenith.application()
                    .withPlugins(new Recluse(), new Listener(host, 0))
                    .run()
                    .close();
        }
        assertThatThrownBy(() -> JZenith.application()
                        .withPlugins(new Recluse(), new Listener("0.0.0.0", 0))
                        .run())
                .hasMessageContaining("Others can reach rest.host=0.0.0.0.");
    }
}
