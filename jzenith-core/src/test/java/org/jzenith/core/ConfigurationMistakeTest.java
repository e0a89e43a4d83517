package org.jzenith.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.inject.AbstractModule;
import com.google.inject.Key;
import com.google.inject.Provider;
import com.google.inject.Provides;
import com.google.inject.multibindings.Multibinder;
import com.google.inject.name.Names;
import io.reactivex.Completable;
import io.reactivex.Single;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzenith.core.health.Health;
import org.jzenith.core.health.HealthCheck;
import org.jzenith.core.plugin.ConfigurationChecker;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;

/** A mistake in the configuration is reported before an object of the application is made. */
final class ConfigurationMistakeTest {

    private final Threads threads = new Threads();
    private final Queue<String> made = new ConcurrentLinkedQueue<>();

    /** Tells that it is made, as one would that connects to something. */
    public static class Service {

        @Inject
        public Service(final Queue<String> made) {
            made.add(getClass().getSimpleName());
        }
    }

    public static final class Untargetted extends Service {

        @Inject
        public Untargetted(final Queue<String> made) {
            super(made);
        }
    }

    public static final class OfConstructor extends Service {

        public OfConstructor(final Queue<String> made) {
            super(made);
        }
    }

    public static final class OfProvider implements Provider<Service> {

        private final Queue<String> made;

        @Inject
        public OfProvider(final Queue<String> made) {
            this.made = made;
        }

        @Override
        public Service get() {
            return new Service(made);
        }
    }

    private final class Services extends AbstractModule {

        @Override
        protected void configure() {
            bind(new com.google.inject.TypeLiteral<Queue<String>>() {}).toInstance(made);
            bind(Untargetted.class).asEagerSingleton();
            bind(Service.class).to(Untargetted.class).asEagerSingleton();
            bind(Service.class)
                    .annotatedWith(Names.named("provider"))
                    .toProvider(OfProvider.class)
                    .asEagerSingleton();
            bind(Service.class)
                    .annotatedWith(Names.named("instance"))
                    .toProvider(() -> new Service(made))
                    .asEagerSingleton();
            try {
                bind(OfConstructor.class)
                        .toConstructor(OfConstructor.class.getConstructor(Queue.class))
                        .asEagerSingleton();
            } catch (final NoSuchMethodException e) {
                addError(e);
            }
            bind(Service.class)
                    .annotatedWith(Names.named("lazy"))
                    .toProvider(() -> new Service(made))
                    .in(Singleton.class);
            Multibinder.newSetBinder(binder(), HealthCheck.class)
                    .addBinding()
                    .toProvider(() -> check(new Service(made)));
        }

        @Provides
        @Singleton
        StringBuilder provided() {
            made.add("provided");
            return new StringBuilder();
        }
    }

    private static HealthCheck check(final Service service) {
        return new HealthCheck() {
            @Override
            public String name() {
                return service.toString();
            }

            @Override
            public Single<Health> check() {
                return Single.never();
            }
        };
    }

    @BeforeEach
    void rememberThreads() {
        threads.remember();
    }

    @AfterEach
    void noThreadIsLeft() {
        threads.assertNoneLeft();
    }

    private static List<StartProblem> problems(final JZenith recipe) {
        return catchThrowableOfType(StartException.class, () -> recipe.run().stop())
                .problems();
    }

    @ParameterizedTest
    @CsvSource({"jzenith.worker-treads, 5", "jzenith.worker-threads, many", "jzenith.worker-threads, 0"})
    void noObjectIsMade(final String key, final String value) {
        assertThat(problems(JZenith.application().withConfiguration(key, value).withModules(new Services())))
                .singleElement()
                .extracting(StartProblem::what)
                .asString()
                .contains("jzenith.worker-t");
        assertThat(made).isEmpty();
    }

    @Test
    void noneIsMadeWhereAPluginRefusesItsSettings() {
        final class StrictPlugin implements Plugin, ConfigurationChecker {
            @Override
            public String name() {
                return "strict";
            }

            @Override
            public Completable checkConfiguration(final org.jzenith.core.configuration.Configuration configuration) {
                return Completable.error(new StartException(StartProblem.of("The door is closed.")));
            }
        }
        assertThat(problems(
                        JZenith.application().withPlugins(new StrictPlugin()).withModules(new Services())))
                .extracting(StartProblem::what)
                .containsExactly("The door is closed.");
        assertThat(made).isEmpty();
    }

    @Test
    void withoutAMistakeAllAreMade() {
        JZenith.application().withModules(new Services()).run().stop();
        assertThat(made).hasSize(7);
    }

    @Test
    void whatIsMissingIsInTheSameReport() {
        assertThat(problems(JZenith.application()
                        .withConfiguration("jzenith.worker-treads", 5)
                        .withModules(new Services(), binder -> {
                            binder.bind(NeedsLong.class).asEagerSingleton();
                        })))
                .extracting(StartProblem::what)
                .satisfiesExactly(
                        key -> assertThat(key).contains("jzenith.worker-treads"),
                        missing -> assertThat(missing).startsWith("java.lang.Long is not bound, but needed by "));
        assertThat(made).isEmpty();
    }

    public static final class NeedsLong {

        @Inject
        public NeedsLong(final Long missing) {
            throw new AssertionError(missing);
        }
    }

    /** Checks that create no object also see the objects that they need, other than eager singletons. */
    @Test
    void checksOfPluginsSeeTheObjectsThatTheyAskFor() {
        final Plugin asking = new Plugin() {
            @Override
            public String name() {
                return "asking";
            }

            @Override
            public Completable check(final com.google.inject.Injector injector) {
                return Completable.error(new StartException(StartProblem.of("The service is "
                        + injector.getInstance(Key.get(Service.class, Names.named("lazy")))
                                .getClass()
                                .getSimpleName() + ".")));
            }
        };
        assertThat(problems(JZenith.application()
                        .withConfiguration("jzenith.worker-treads", 5)
                        .withPlugins(asking)
                        .withModules(new Services(), binder -> binder.bind(NeedsLong.class))))
                .extracting(StartProblem::what)
                .contains("The service is Service.")
                .hasSize(3);
        assertThat(made).containsExactly("Service");
    }
}
