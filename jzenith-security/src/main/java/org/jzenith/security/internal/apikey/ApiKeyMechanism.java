package org.jzenith.security.internal.apikey;

import com.google.inject.AbstractModule;
import com.google.inject.Injector;
import com.google.inject.Provides;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.plugin.CommandLineOption;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.security.apikey.ApiKeyStore;
import org.jzenith.security.authentication.AuthenticationMechanism;
import org.jzenith.security.internal.authentication.BuiltInMechanism;
import org.jzenith.security.internal.authentication.FailedAttempts;
import org.jzenith.security.internal.configuration.ApiKeyConfiguration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** API keys as a part of {@link org.jzenith.security.SecurityPlugin}. Immutable. */
public final class ApiKeyMechanism extends AbstractModule implements BuiltInMechanism {

    private static final Logger LOGGER = LoggerFactory.getLogger(ApiKeyMechanism.class);

    private final @Nullable Class<? extends ApiKeyStore> type;
    private final @Nullable ApiKeyStore store;

    /**
     * Creates it.
     *
     * @param type the type of the store that Guice makes; null for none
     * @param store used as it is; null for none. Without both, the keys are in the settings
     */
    public ApiKeyMechanism(final @Nullable Class<? extends ApiKeyStore> type, final @Nullable ApiKeyStore store) {
        this.type = type;
        this.store = store;
    }

    /**
     * Returns the option that prints a new key.
     *
     * @return {@code --new-api-key}
     */
    public static CommandLineOption newKeyOption() {
        return CommandLineOption.withoutApplication(
                "new-api-key", "print a new API key and its hash and exit", ApiKeys::newKey);
    }

    @Override
    public String name() {
        return ApiKeyAuthentication.NAME;
    }

    @Override
    public List<Class<?>> configurations() {
        return List.of(ApiKeyConfiguration.class);
    }

    @Override
    public void check(final Injector injector) {
        final ApiKeyConfiguration settings = injector.getInstance(ApiKeyConfiguration.class);
        final List<StartProblem> problems =
                new ArrayList<>(ApiKeys.problems(settings, injector.getInstance(Configuration.class)));
        if (type == null && store == null) {
            warnWithoutKeys(settings);
        } else if (!settings.apiKeys().isEmpty()) {
            problems.add(StartProblem.of("security.api-keys is set, but the API keys come from a store.")
                    .from("withApiKeys(..)")
                    .remedy("Remove the settings, or call withApiKeys() without a store."));
        }
        if (!problems.isEmpty()) {
            throw new StartException(problems);
        }
    }

    private static void warnWithoutKeys(final ApiKeyConfiguration settings) {
        if (settings.apiKeys().isEmpty()) {
            LOGGER.warn(
                    "No API key is configured. Set security.api-keys.<name>.hashes to the hash that --new-api-key prints.");
        }
    }

    @Override
    protected void configure() {
        AuthenticationMechanism.binder(binder()).addBinding().to(ApiKeyAuthentication.class);
        if (type != null) {
            binder().getProvider(type);
        }
    }

    @Provides
    @Singleton
    ApiKeyAuthentication authentication(
            final Injector injector, final ApiKeyConfiguration settings, final FailedAttempts attempts) {
        final ApiKeyStore keys =
                store != null ? store : type != null ? injector.getInstance(type) : new ApiKeys(settings);
        return new ApiKeyAuthentication(settings.apiKeyHeader(), keys, attempts);
    }
}
