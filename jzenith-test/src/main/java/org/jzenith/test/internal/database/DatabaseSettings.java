package org.jzenith.test.internal.database;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Single;
import io.reactivex.schedulers.Schedulers;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jzenith.core.Plugin;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.plugin.ConfigurationProvider;
import org.jzenith.test.database.TestDatabase;

/**
 * Prepares the databases of an application, for example so that its users have no more rights than in production. It is a plugin,
 * because only a starting application knows its whole configuration.
 */
@CheckReturnValue
public final class DatabaseSettings implements Plugin, ConfigurationProvider {

    private final List<TestDatabase> databases;

    public DatabaseSettings(final List<TestDatabase> databases) {
        this.databases = List.copyOf(databases);
    }

    @Override
    public String name() {
        return "test-databases";
    }

    @Override
    public Single<Map<String, String>> provideConfiguration(final Configuration configuration) {
        return Single.fromCallable(() -> {
                    final Map<String, String> provided = new LinkedHashMap<>();
                    databases.forEach(database -> provided.putAll(database.prepare(configuration)));
                    return provided;
                })
                .subscribeOn(Schedulers.io());
    }
}
