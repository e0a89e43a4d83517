package org.jzenith.security.jwt;

import com.google.errorprone.annotations.CheckReturnValue;
import com.google.inject.Injector;
import com.google.inject.Module;
import io.reactivex.Completable;
import java.util.List;
import java.util.Set;
import org.jzenith.core.Plugin;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.plugin.ConfigurationChecker;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.security.jwt.internal.configuration.JwtConfiguration;
import org.jzenith.security.jwt.internal.key.KeySource;
import org.jzenith.security.jwt.internal.verification.VerificationThreads;

/**
 * Authenticates requests by JWTs in the {@code Authorization} header. It needs {@code SecurityPlugin}:
 *
 * <pre>{@code
 * JZenith.application(args).withPlugins(
 *         RestPlugin.withResources(OrderResource.class), SecurityPlugin.create(), JwtPlugin.create())
 * }</pre>
 *
 * <p>Two settings are required: {@code jwt.jwks-url} or {@code jwt.key-file}, and {@code jwt.issuer} or {@code jwt.audience}. An
 * application that can revoke tokens binds a {@link TokenRevocation}. Immutable.
 */
@CheckReturnValue
public final class JwtPlugin implements Plugin, ConfigurationChecker {

    private JwtPlugin() {}

    /**
     * Creates a plugin that is configured by settings.
     *
     * @return a plugin for the tokens of one provider
     */
    public static JwtPlugin create() {
        return new JwtPlugin();
    }

    @Override
    public String name() {
        return "jwt";
    }

    @Override
    public Set<String> requires() {
        return Set.of("security");
    }

    @Override
    public List<Class<?>> configurations() {
        return List.of(JwtConfiguration.class);
    }

    @Override
    public Completable checkConfiguration(final Configuration configuration) {
        return Completable.fromAction(() -> {
            final List<StartProblem> problems =
                    JwtProblems.of(configuration.get(JwtConfiguration.class), configuration);
            if (!problems.isEmpty()) {
                throw new StartException(problems);
            }
        });
    }

    @Override
    public List<Module> modules() {
        return List.of(new JwtModule());
    }

    /** Starts to fetch the keys without waiting for them, because the provider can be unavailable. */
    @Override
    public Completable prepare(final Injector injector) {
        return Completable.fromAction(injector.getInstance(KeySource.class)::begin);
    }

    @Override
    public Completable close(final Injector injector) {
        return Completable.fromAction(() -> {
            injector.getInstance(KeySource.class).close();
            injector.getInstance(VerificationThreads.class).close();
        });
    }
}
