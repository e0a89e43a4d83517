package org.jzenith.security.password;

import com.google.inject.AbstractModule;
import com.google.inject.Injector;
import com.google.inject.Provider;
import com.google.inject.Provides;
import io.vertx.core.Vertx;
import jakarta.inject.Singleton;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.blocking.Blocking;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.observe.Gauge;
import org.jzenith.core.plugin.CommandLineOption;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.security.authentication.AuthenticationMechanism;
import org.jzenith.security.internal.authentication.BuiltInMechanism;
import org.jzenith.security.internal.authentication.FailedAttempts;
import org.jzenith.security.internal.configuration.BasicConfiguration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Basic authentication as a part of {@link org.jzenith.security.SecurityPlugin}. Immutable. */
public final class BasicMechanism extends AbstractModule implements BuiltInMechanism {

    private static final Logger LOGGER = LoggerFactory.getLogger(Users.class);

    private final Users source;

    /**
     * Creates a mechanism.
     *
     * @param source the source of the users
     */
    public BasicMechanism(final Users source) {
        this.source = source;
    }

    /**
     * Returns the option that prints the hash of a password.
     *
     * @return {@code --hash-password}
     */
    public static CommandLineOption hashOption() {
        return CommandLineOption.withoutApplication(
                "hash-password",
                "read a password from the console or from standard input, print its hash and exit",
                () -> PasswordHash.ofPassword(PasswordInput.read()));
    }

    @Override
    public String name() {
        return BasicAuthentication.NAME;
    }

    @Override
    public List<Class<?>> configurations() {
        return List.of(BasicConfiguration.class);
    }

    /** Reads the users from settings or from the file. */
    @Override
    public void check(final Injector injector) {
        final Configuration configuration = injector.getInstance(Configuration.class);
        final BasicConfiguration settings = injector.getInstance(BasicConfiguration.class);
        final Loading loading = injector.getInstance(Loading.class);
        final List<StartProblem> problems = new ArrayList<>();
        if (loading.file != null) {
            loading.file
                    .read()
                    .forEach(mistake -> problems.add(StartProblem.of(
                                    "The user file " + loading.file + " is wrong: " + mistake)
                            .from(configuration.origin("security.basic.file").orElse("Users.fromFile(..)"))
                            .remedy("Write name:hash:roles in each line; --hash-password prints a hash.")));
        } else if (loading.users != null) {
            loading.users.replace(ofSettings(settings, configuration, problems));
        }
        if (loading.isOfSettings()) {
            warnWithoutUsers(settings);
        } else if (!settings.users().isEmpty()) {
            problems.add(StartProblem.of("security.users is set, but the users come from a file or a store.")
                    .from("withBasicAuthentication(..)")
                    .remedy("Remove the settings, or use Users.fromSettings()."));
        }
        if (loading.file == null && settings.basic().file().isPresent()) {
            problems.add(StartProblem.of("security.basic.file is set, but the users come from settings or a store.")
                    .from(configuration.origin("security.basic.file").orElse("security.basic.file"))
                    .remedy("Remove the setting, or use Users.fromFile(..)."));
        }
        if (!problems.isEmpty()) {
            throw new StartException(problems);
        }
    }

    private static void warnWithoutUsers(final BasicConfiguration settings) {
        if (settings.users().isEmpty()) {
            LOGGER.warn(
                    "Basic authentication has no user. Set security.users.<name>.password to the hash that --hash-password"
                            + " prints.");
        }
    }

    private static Map<String, UserSource.KnownUser> ofSettings(
            final BasicConfiguration settings, final Configuration configuration, final List<StartProblem> problems) {
        final Map<String, UserSource.KnownUser> all = new LinkedHashMap<>();
        settings.users().forEach((name, user) -> {
            try {
                all.put(
                        name,
                        UserSource.KnownUser.of(StoredUser.of(
                                name, user.password().get(), user.roles().orElse(List.of()))));
            } catch (final IllegalArgumentException e) {
                final String key = "security.users." + name + ".password";
                problems.add(StartProblem.of(key + " is wrong: " + e.getMessage())
                        .from(configuration.origin(key).orElse(key))
                        .remedy("Set it to the hash that --hash-password prints."));
            }
        });
        return all;
    }

    @Override
    public void start(final Injector injector) {
        final long millis = injector.getInstance(BasicConfiguration.class)
                .basic()
                .reloadInterval()
                .toMillis();
        injector.getInstance(Loading.class)
                .watch(injector.getInstance(Vertx.class), injector.getInstance(Blocking.class), millis);
    }

    @Override
    public void stop(final Injector injector) {
        injector.getInstance(Loading.class).close();
        injector.getInstance(HashComputations.class).close();
    }

    /** The source of the users, and how they are loaded. */
    static final class Loading {

        private final UserSource source;

        /** Null if the users are in a store. */
        private final @Nullable UsersInMemory users;

        /** Null if the users are not in a file. */
        private final @Nullable UserFile file;

        private final AtomicBoolean looking = new AtomicBoolean();
        private volatile @Nullable Runnable watch;

        private Loading(final UserSource source, final @Nullable UsersInMemory users, final @Nullable UserFile file) {
            this.source = source;
            this.users = users;
            this.file = file;
        }

        private boolean isOfSettings() {
            return users != null && file == null;
        }

        private void watch(final Vertx vertx, final Blocking blocking, final long millis) {
            if (file != null && millis > 0) {
                final UserFile watched = file;
                final long timer = vertx.setPeriodic(millis, tick -> {
                    if (looking.compareAndSet(false, true)) {
                        blocking.execute(
                                () -> {
                                    try {
                                        watched.reload();
                                    } finally {
                                        looking.set(false);
                                    }
                                },
                                refused -> looking.set(false));
                    }
                });
                watch = () -> vertx.cancelTimer(timer);
            }
        }

        private void close() {
            final Runnable begun = watch;
            watch = null;
            if (begun != null) {
                begun.run();
            }
        }
    }

    @Override
    protected void configure() {
        bind(KeyedDigest.class).in(Singleton.class);
        bind(Decoys.class).in(Singleton.class);
        AuthenticationMechanism.binder(binder()).addBinding().to(BasicAuthentication.class);
        final Provider<HashComputations> computations = getProvider(HashComputations.class);
        final Provider<BasicConfiguration> settings = getProvider(BasicConfiguration.class);
        Gauge.binder(binder())
                .addBinding()
                .toInstance(Gauge.of(
                                "security.basic.queue",
                                "passwords",
                                () -> computations.get().waiting())
                        .withLimit(() -> settings.get().basic().queue()));
        if (source.type() != null) {
            binder().getProvider(source.type());
        }
    }

    @Provides
    @Singleton
    HashComputations computations(final BasicConfiguration settings) {
        return new HashComputations(settings.basic());
    }

    @Provides
    @Singleton
    Loading loading(final Injector injector, final BasicConfiguration settings, final Decoys decoys) {
        final UserStore store = source.type() == null ? source.store() : injector.getInstance(source.type());
        if (store != null) {
            return new Loading(new UsersInStore(store, decoys), null, null);
        }
        final UsersInMemory users = new UsersInMemory(decoys);
        final Path inCode = source.file();
        final UserFile file =
                inCode == null ? null : new UserFile(settings.basic().file().orElse(inCode), users);
        return new Loading(users, users, file);
    }

    @Provides
    @Singleton
    BasicAuthentication authentication(
            final BasicConfiguration settings,
            final Loading loading,
            final Decoys decoys,
            final HashComputations computations,
            final FailedAttempts attempts,
            final KeyedDigest digests) {
        return new BasicAuthentication(settings.basic(), loading.source, decoys, computations, attempts, digests);
    }
}
