package org.jzenith.core.internal.wiring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.inject.AbstractModule;
import com.google.inject.Injector;
import com.google.inject.Module;
import com.google.inject.Provides;
import com.google.inject.name.Names;
import io.reactivex.Completable;
import io.smallrye.config.ConfigMapping;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import jakarta.inject.Provider;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.jzenith.core.JZenith;
import org.jzenith.core.Plugin;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.problem.StartException;

/** The reports for users whose bindings are incomplete. Each test compares the whole text. */
final class WiringTest {

    interface Store {}

    record MemoryStore() implements Store {}

    static final class Orders {
        @Inject
        Orders(final Store store) {}
    }

    static final class Service {
        @Inject
        Service(final Orders orders) {}
    }

    static final class Shop {
        @Inject
        Shop(final Service service, final Orders orders) {}
    }

    @Test
    void aMissingBindingIsReportedWithTheChainThatNeedsItAndWithWhatImplementsIt() {
        assertThat(report(new AbstractModule() {
                    @Override
                    protected void configure() {
                        bind(Shop.class);
                        bind(Service.class);
                        bind(Orders.class);
                        bind(MemoryStore.class).toInstance(new MemoryStore());
                    }
                }))
                .isEqualTo("""
                        The application did not start: 1 problem.

                        1. org.jzenith.core.internal.wiring.WiringTest.Store is not bound, but needed by \
                        org.jzenith.core.internal.wiring.WiringTest.Orders (the parameter 'store' of its constructor).
                           It comes from WiringTest.Shop -> WiringTest.Orders -> WiringTest.Store; \
                        WiringTest.Orders is bound by \
                        org.jzenith.core.internal.wiring.WiringTest$1.configure(WiringTest.java:LINE).
                           Bind it to the class that implements it, in a module given to withModules(..): \
                        bind(WiringTest.Store.class).to(WiringTest.MemoryStore.class).
                        """);
    }

    static final class Clock {
        @Inject
        Clock() {}
    }

    @ConfigMapping(prefix = "shop")
    interface ShopSettings {}

    static final class Needs {
        @Inject
        Needs(
                final Clock clock,
                final ShopSettings settings,
                @Named("archive") final Shelf archive,
                final Shelf shelf,
                final String name,
                final List<Integer> sizes) {}
    }

    static final class NeedsToo {
        @Inject
        Clock clock;

        @Inject
        NeedsToo() {}

        @Inject
        void use(final Provider<Clock> clocks) {}
    }

    /** The file that names its plugin is among the resources of the tests. */
    public interface Shelf {}

    @Test
    void eachMissingThingIsReportedOnceWithWhereItUsuallyComesFrom() {
        assertThat(report(new AbstractModule() {
                    @Override
                    protected void configure() {
                        bind(Needs.class);
                        bind(NeedsToo.class);
                        bind(Shelf.class).annotatedWith(Names.named("archiv")).toInstance(new Shelf() {});
                    }
                }))
                .isEqualTo("""
                        The application did not start: 6 problems.

                        1. org.jzenith.core.internal.wiring.WiringTest.Clock is not bound, but needed by \
                        org.jzenith.core.internal.wiring.WiringTest.NeedsToo (the parameter 'clocks' of its method 'use'), \
                        org.jzenith.core.internal.wiring.WiringTest.Needs (the parameter 'clock' of its constructor), \
                        org.jzenith.core.internal.wiring.WiringTest.NeedsToo (its field 'clock').
                           It comes from WiringTest.NeedsToo -> WiringTest.Clock; WiringTest.NeedsToo is bound by \
                        org.jzenith.core.internal.wiring.WiringTest$2.configure(WiringTest.java:LINE).
                           Bind it in a module given to withModules(..): bind(WiringTest.Clock.class).

                        2. java.lang.String is not bound, but needed by org.jzenith.core.internal.wiring.WiringTest.Needs \
                        (the parameter 'name' of its constructor).
                           It comes from WiringTest.Needs -> String; WiringTest.Needs is bound by \
                        org.jzenith.core.internal.wiring.WiringTest$2.configure(WiringTest.java:LINE).
                           Annotate it with @Named("..") and bind that name in a module given to withModules(..), \
                        or take the value from an interface of settings.

                        3. java.util.List<java.lang.Integer> is not bound, but needed by \
                        org.jzenith.core.internal.wiring.WiringTest.Needs (the parameter 'sizes' of its constructor).
                           It comes from WiringTest.Needs -> List<Integer>; WiringTest.Needs is bound by \
                        org.jzenith.core.internal.wiring.WiringTest$2.configure(WiringTest.java:LINE).
                           Annotate it with @Named("..") and bind that name in a module given to withModules(..), \
                        or take the value from an interface of settings.

                        4. @Named("archive") org.jzenith.core.internal.wiring.WiringTest.Shelf is not bound, but needed by \
                        org.jzenith.core.internal.wiring.WiringTest.Needs (the parameter 'archive' of its constructor).
                           It comes from WiringTest.Needs -> @Named("archive") WiringTest.Shelf; WiringTest.Needs \
                        is bound by org.jzenith.core.internal.wiring.WiringTest$2.configure(WiringTest.java:LINE).
                           Add ShelfPlugin.named("archive") to withPlugins(..) (the class org.acme.ShelfPlugin in the \
                        artifact org.acme:shelf).
                           Did you mean @Named("archiv") WiringTest.Shelf, which is bound?

                        5. org.jzenith.core.internal.wiring.WiringTest.Shelf is not bound, but needed by \
                        org.jzenith.core.internal.wiring.WiringTest.Needs (the parameter 'shelf' of its constructor).
                           It comes from WiringTest.Needs -> WiringTest.Shelf; WiringTest.Needs is bound by \
                        org.jzenith.core.internal.wiring.WiringTest$2.configure(WiringTest.java:LINE).
                           Add ShelfPlugin.create() to withPlugins(..) (the class org.acme.ShelfPlugin in the artifact \
                        org.acme:shelf).
                           Did you mean @Named("archiv") WiringTest.Shelf, which is bound?

                        6. org.jzenith.core.internal.wiring.WiringTest.ShopSettings is not bound, but needed by \
                        org.jzenith.core.internal.wiring.WiringTest.Needs (the parameter 'settings' of its constructor).
                           It comes from WiringTest.Needs -> WiringTest.ShopSettings; WiringTest.Needs is bound by \
                        org.jzenith.core.internal.wiring.WiringTest$2.configure(WiringTest.java:LINE).
                           Add withSettings(WiringTest.ShopSettings.class) to the application.
                        """);
    }

    static final class Hen {
        @Inject
        Hen(final Nest nest) {}
    }

    static final class Nest {
        @Inject
        Nest(final Egg egg) {}
    }

    static final class Egg {
        @Inject
        Egg(final Hen hen) {}
    }

    static final class Scales {
        @Inject
        Scales(final Integer weight) {}
    }

    static final class Self {
        @Inject
        Self(final Self self) {}
    }

    @Test
    void objectsThatNeedEachOtherAreReportedTogetherWithWhatIsMissing() {
        assertThat(report(new AbstractModule() {
                    @Override
                    protected void configure() {
                        bind(Hen.class);
                        bind(Nest.class).in(Singleton.class);
                        bind(Egg.class);
                        bind(Self.class);
                        bind(Orders.class);
                        bind(Scales.class);
                    }

                    @Provides
                    Integer weight(final Scales scales) {
                        return scales.hashCode();
                    }
                }))
                .isEqualTo("""
                        The application did not start: 4 problems.

                        1. org.jzenith.core.internal.wiring.WiringTest.Store is not bound, but needed by \
                        org.jzenith.core.internal.wiring.WiringTest.Orders (the parameter 'store' of its constructor).
                           It comes from WiringTest.Orders -> WiringTest.Store; WiringTest.Orders is bound by \
                        org.jzenith.core.internal.wiring.WiringTest$3.configure(WiringTest.java:LINE).
                           Bind it to the class that implements it, in a module given to withModules(..): \
                        bind(WiringTest.Store.class).to(..).

                        2. Found a circular dependency: Integer -> WiringTest.Scales -> Integer.
                           Inject a jakarta.inject.Provider in one of these constructors, and call its get() later.

                        3. Found a circular dependency: WiringTest.Hen -> WiringTest.Nest -> WiringTest.Egg -> \
                        WiringTest.Hen.
                           Inject a jakarta.inject.Provider in one of these constructors, and call its get() later.

                        4. Found a circular dependency: WiringTest.Self -> WiringTest.Self.
                           Inject a jakarta.inject.Provider in one of these constructors, and call its get() later.
                        """);
    }

    static final class Lazy {
        @Inject
        Lazy(final Provider<Later> later) {}
    }

    static final class Later {
        @Inject
        Later(final Lazy lazy) {}
    }

    @Test
    void aProviderAndAFieldBreakACycle() {
        try (RunningApplication application = JZenith.application()
                .withModules(binder -> {
                    binder.bind(Lazy.class);
                    binder.bind(Later.class);
                })
                .run()) {
            assertThat(application.get(Later.class)).isNotNull();
        }
    }

    static final class Broken {
        @Inject
        Broken() {
            throw new IllegalStateException("the drawer is locked");
        }
    }

    static final class NeedsBroken {
        @Inject
        NeedsBroken(final Broken broken) {}
    }

    final class Inner {
        @Inject
        Inner() {}
    }

    @Test
    void allElseIsSaidInTheWordsOfGuice() {
        assertThat(report(new AbstractModule() {
                    @Override
                    protected void configure() {
                        bind(NeedsBroken.class).asEagerSingleton();
                        bind(Broken.class);
                    }
                }))
                .isEqualToNormalizingWhitespace("""
                        The application did not start: 1 problem.

                        1. [Guice/ErrorInjectingConstructor]: java.lang.IllegalStateException: the drawer is locked
                             at org.jzenith.core.internal.wiring.WiringTest$Broken.<init>(WiringTest.java:LINE)
                             at org.jzenith.core.internal.wiring.WiringTest$NeedsBroken.<init>(WiringTest.java:LINE)
                                 \\_ for 1st parameter broken
                             at org.jzenith.core.internal.wiring.WiringTest$4.configure(WiringTest.java:LINE)
                             while locating org.jzenith.core.internal.wiring.WiringTest$NeedsBroken

                           Learn more:
                             https://github.com/google/guice/wiki/ERROR_INJECTING_CONSTRUCTOR
                           Start with --debug to see the stack trace.
                        """);
        assertThat(report(binder -> {
                    throw new IllegalArgumentException("no such folder, password=s3cret");
                }))
                .contains("Message: no such folder, password=****")
                .contains("Start with --debug to see the stack trace.");
    }

    @Test
    void aServiceOfTheJdkNeedsNoName() {
        assertThat(report(binder -> binder.getProvider(java.time.Clock.class)))
                .contains("Bind it in a module given to withModules(..): bind(Clock.class).toInstance(..).");
    }

    @Test
    void whatGuiceFindsAndWhatIsMissingAreReportedTogether() {
        assertThat(report(new AbstractModule() {
                    @Override
                    protected void configure() {
                        bind(Inner.class);
                        bind(Store.class);
                        getProvider(Long.class);
                    }
                }))
                .startsWith("""
                        The application did not start: 3 problems.

                        1. java.lang.Long is not bound, but asked for.
                           It comes from org.jzenith.core.internal.wiring.WiringTest$5.configure(WiringTest.java:LINE).
                           Annotate it with @Named("..") and bind that name in a module given to withModules(..), \
                        or take the value from an interface of settings.

                        2. [Guice/InjectInnerClass]: Injecting into inner classes is not supported.""")
                .contains("""

                        3. [Guice/MissingImplementation]: No implementation for \
                        org.jzenith.core.internal.wiring.WiringTest$Store was bound.
                        """.stripTrailing());
    }

    @Test
    void aPluginThatAsksForWhatIsNotBoundReadsTheSameWords() {
        final Plugin plugin = new Plugin() {
            @Override
            public String name() {
                return "shop";
            }

            @Override
            public Set<String> requires() {
                return Set.of();
            }

            @Override
            public Completable prepare(final Injector injector) {
                return Completable.fromAction(() -> injector.getInstance(Store.class));
            }
        };
        assertThat(text(JZenith.application().withPlugins(plugin))).isEqualTo("""
                        The application did not start: 1 problem.

                        1. org.jzenith.core.internal.wiring.WiringTest.Store is not bound, but asked for.
                           It comes from prepare of the plugin 'shop'.
                           Bind it to the class that implements it, in a module given to withModules(..): \
                        bind(WiringTest.Store.class).to(..).
                        """);
    }

    private static String report(final Module module) {
        return text(JZenith.application().withModules(module));
    }

    private static String text(final JZenith application) {
        final StartException failure = catchThrowableOfType(
                StartException.class, () -> application.run().stop());
        assertThat(failure.getMessage()).doesNotContain("Key[", "\u001b");
        return failure.getMessage()
                .replaceAll("\\(WiringTest\\.java:\\d+\\)", "(WiringTest.java:LINE)")
                .replaceAll("\\$\\d+\\(WiringTest", "\\$N(WiringTest"); // compilers number lambdas differently
    }

    static final class OrderStore implements Store {
        @Inject
        OrderStore(final Orders orders) {}
    }

    /** The constructor of the store needs the orders, which need the store; but the store is not made by it. */
    @Test
    void aTargetWithABindingOfItsOwnNeedsWhatThatBindingNeeds() {
        JZenith.application()
                .withModules(new AbstractModule() {
                    @Override
                    protected void configure() {
                        bind(Store.class).to(OrderStore.class);
                        bind(Orders.class);
                        bind(OrderStore.class).toProvider(() -> new OrderStore(new Orders(new MemoryStore())));
                    }
                })
                .run()
                .close();
    }

    static final class Cupboard implements Store {

        @Inject
        Cupboard() {}
    }

    static final class Keeper {

        @Inject
        Keeper(final Cupboard cupboard) {}
    }

    @Test
    void aClassThatOnlyAnInterfaceIsBoundToIsNotBoundItself() {
        assertThat(report(binder -> {
                    binder.bind(Store.class).to(Cupboard.class);
                    binder.bind(Keeper.class);
                }))
                .contains("Cupboard is not bound, but needed by")
                .contains("Bind it in a module given to withModules(..): bind(WiringTest.Cupboard.class).");
    }
}
