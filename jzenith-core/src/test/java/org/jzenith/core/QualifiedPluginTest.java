package org.jzenith.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.inject.AbstractModule;
import com.google.inject.Key;
import com.google.inject.TypeLiteral;
import com.google.inject.name.Names;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import jakarta.inject.Singleton;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.jzenith.core.StorePlugin.Label;
import org.jzenith.core.StorePlugin.Store;
import org.jzenith.core.StorePlugin.StoreConfiguration;
import org.jzenith.core.health.Health;
import org.jzenith.core.health.HealthChecks;
import org.jzenith.core.observe.Gauges;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;

/** One application has the same plugin several times. */
final class QualifiedPluginTest {

    /** A service of the application, made while its injector is made. */
    static final class Transfer {

        final Store from;
        final Store to;

        @Inject
        Transfer(final Store from, @Named("replica") final Store to) {
            this.from = from;
            this.to = to;
        }
    }

    private static JZenith application(final String... arguments) {
        return JZenith.application(arguments)
                .withPlugins(new StorePlugin(""), new StorePlugin("replica"), new StorePlugin("archive"))
                .withModules(new AbstractModule() {
                    @Override
                    protected void configure() {
                        bind(Transfer.class).in(Singleton.class);
                    }
                });
    }

    @Test
    void eachHasItsOwnSettingsUnderItsOwnPrefix() {
        try (RunningApplication application = application("--store.replica.shelves=3", "--store.shelves=2")
                .withConfiguration("store.archive.place", "attic")
                .run()) {
            assertThat(application.get(StoreConfiguration.class).shelves()).isEqualTo(2);
            assertThat(application.get(StoreConfiguration.class, "replica").shelves())
                    .isEqualTo(3);
            assertThat(application.get(StoreConfiguration.class, "archive").shelves())
                    .isEqualTo(1);
            assertThat(application.get(Store.class, "archive").settings.place()).hasValue("attic");
        }
    }

    @Test
    void servicesInjectThemByName() {
        try (RunningApplication application =
                application("--store.replica.shelves=3").run()) {
            final Transfer transfer = application.get(Transfer.class);
            assertThat(transfer.from).isSameAs(application.get(Store.class)).isNotSameAs(transfer.to);
            assertThat(transfer.to).isSameAs(application.get(Store.class, "replica"));
            assertThat(transfer.to.settings.shelves()).isEqualTo(3);
            assertThat(transfer.to.settings)
                    .isSameAs(application
                            .injector()
                            .getInstance(Key.get(StoreConfiguration.class, Names.named("replica"))));
        }
    }

    @Test
    void eachIsPreparedProvidesAndOpensByItself() {
        try (RunningApplication application = application("--store.place=shop").run()) {
            assertThat(application.get(Store.class).prepared).isTrue();
            assertThat(application.get(Store.class, "replica").prepared).isTrue();
            assertThat(application.get(StoreConfiguration.class).place()).hasValue("shop");
            assertThat(application.get(StoreConfiguration.class, "replica").place())
                    .hasValue("cellar");
            assertThat(application.endpoints()).containsOnlyKeys("store", "store.replica", "store.archive");
        }
    }

    @Test
    void thePluginsOwnConfigurationKnowsTheFullNames() {
        try (RunningApplication application =
                application("--store.replica.shelves=3").run()) {
            final Store replica = application.get(Store.class, "replica");
            assertThat(replica.configuration.key("store.shelves")).isEqualTo("store.replica.shelves");
            assertThat(replica.configuration.origin("store.shelves"))
                    .hasValue("--store.replica.shelves (command line)");
            assertThat(replica.configuration.value("store.shelves")).hasValue("3");
            assertThat(replica.configuration.key("health.timeout")).isEqualTo("health.timeout");
            assertThat(application.get(Store.class).configuration.isSet("store.shelves"))
                    .isFalse();
        }
    }

    @Test
    void gaugesCarryTheQualifier() {
        try (RunningApplication application =
                application("--store.replica.shelves=3").run()) {
            assertThat(application.get(Gauges.class).all())
                    .filteredOn(gauge -> gauge.name().startsWith("store."))
                    .extracting(gauge -> gauge.name() + " " + gauge.used())
                    .containsExactly("store.archive.shelves 1", "store.replica.shelves 3", "store.shelves 1");
        }
    }

    @Test
    void healthChecksCarryTheQualifier() {
        try (RunningApplication application =
                application("--store.replica.shelves=100").run()) {
            final List<HealthChecks.Result> results =
                    application.get(HealthChecks.class).run().blockingGet();
            assertThat(results)
                    .extracting(HealthChecks.Result::name)
                    .containsExactly("store", "store.archive", "store.replica");
            assertThat(results)
                    .extracting(result -> result.health().status())
                    .containsExactly(Health.Status.UP, Health.Status.UP, Health.Status.DOWN);
        }
    }

    @Test
    void elementsOfASetAreThoseOfTheApplicationEvenIfNobodyElseDeclaresIt() {
        try (RunningApplication application = JZenith.application()
                .withPlugins(new StorePlugin("replica"), new StorePlugin("archive"))
                .run()) {
            assertThat(application.injector().getInstance(Key.get(new TypeLiteral<Set<StorePlugin.Delivery>>() {})))
                    .extracting(StorePlugin.Delivery::from)
                    .containsExactlyInAnyOrder(
                            application.get(Store.class, "replica"), application.get(Store.class, "archive"));
        }
    }

    @Test
    void aPluginCanStandAloneWithAQualifier() {
        try (RunningApplication application =
                JZenith.application().withPlugins(new StorePlugin("replica")).run()) {
            assertThat(application.get(Store.class, "replica").label.text()).isEqualTo("plain");
            assertThat(application.injector().getExistingBinding(Key.get(Store.class)))
                    .isNull();
        }
    }

    @Test
    void aBindingOfTheApplicationReplacesTheDefaultOfEach() {
        try (RunningApplication application = application()
                .withModules(binder -> binder.bind(Label.class).toInstance(new Label("own")))
                .run()) {
            assertThat(application.get(Store.class).label.text()).isEqualTo("own");
            assertThat(application.get(Store.class, "replica").label.text()).isEqualTo("own");
        }
    }

    @Test
    void problemsNameTheFullKey() {
        assertThat(problems(application("--store.replica.shelves=0", "--store.replica.shelvs=1")))
                .anyMatch(text -> text.startsWith("store.replica.shelves is '0', but it must be greater"))
                .anyMatch(text -> text.contains("--store.replica.shelvs")
                        && text.endsWith("Did you mean --store.replica.shelves?"))
                .hasSize(2);
    }

    @Test
    void settingsOfAPluginThatWasNotAddedAreUnknown() {
        assertThat(problems(JZenith.application("--store.replica.shelves=3").withPlugins(new StorePlugin(""))))
                .singleElement()
                .asString()
                .contains("--store.replica.shelves (value '3') is not understood.");
    }

    @Test
    void aQualifierThatIsAKeyIsRefused() {
        assertThat(problems(JZenith.application().withPlugins(new StorePlugin("pool"))))
                .isEmpty();
        assertThat(problems(JZenith.application().withPlugins(new StorePlugin(""), new StorePlugin("pool"))))
                .singleElement()
                .asString()
                .startsWith(
                        "A plugin cannot have the qualifier 'pool', because store.pool.size is also a key without a qualifier.");
        assertThat(problems(JZenith.application().withPlugins(new StorePlugin(""), new StorePlugin("place"))))
                .singleElement()
                .asString()
                .startsWith("A plugin cannot have the qualifier 'place', because store.place is also a key");
        assertThat(problems(JZenith.application().withPlugins(new StorePlugin("My.Store"))))
                .singleElement()
                .asString()
                .contains("qualifiers consist of lower-case letters, digits and hyphens");
    }

    @Test
    void theSameQualifierTwiceIsRefused() {
        assertThat(problems(JZenith.application().withPlugins(new StorePlugin("a"), new StorePlugin("a"))))
                .singleElement()
                .asString()
                .startsWith("The plugin 'store.a' was added twice.");
    }

    @Test
    void explanationShowsTheFullNames() {
        final PrintStream before = System.out;
        final ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            application("--explain-config", "--store.replica.shelves=3").run();
            application("--help").run();
        } finally {
            System.setOut(before);
        }
        assertThat(printed.toString(StandardCharsets.UTF_8))
                .contains("store.replica.shelves = 3\n    from --store.replica.shelves (command line)\n"
                        + "    over 1 from default\n")
                .contains("store.shelves = 1\n    from default\n")
                .contains("\nstore.replica:\n  --store.replica.place  (text)\n");
    }

    private static List<String> problems(final JZenith application) {
        final StartException failure = catchThrowableOfType(
                StartException.class, () -> application.run().stop());
        return failure == null
                ? List.of()
                : failure.problems().stream().map(StartProblem::toString).toList();
    }
}
