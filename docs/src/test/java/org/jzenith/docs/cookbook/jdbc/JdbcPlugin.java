package org.jzenith.docs.cookbook.jdbc;

import com.google.inject.AbstractModule;
import com.google.inject.Injector;
import com.google.inject.Module;
import com.google.inject.Provides;
import com.google.inject.multibindings.Multibinder;
import com.zaxxer.hikari.HikariDataSource;
import io.reactivex.Completable;
import io.smallrye.config.Secret;
import jakarta.inject.Singleton;
import java.util.List;
import javax.sql.DataSource;
import org.jzenith.core.Plugin;
import org.jzenith.core.health.HealthCheck;

/** Brings a pool of JDBC connections. Startup fails if the database does not respond. */
public final class JdbcPlugin implements Plugin {

    /** Creates the plugin. */
    public JdbcPlugin() {}

    // region plugin
    @Override
    public String name() {
        return "jdbc";
    }

    @Override
    public List<Class<?>> configurations() {
        return List.of(JdbcSettings.class);
    }

    @Override
    public List<Module> modules() {
        return List.of(new JdbcModule());
    }

    @Override
    public Completable prepare(final Injector injector) {
        return Completable.fromAction(() -> pool(injector).getConnection().close());
    }

    @Override
    public Completable close(final Injector injector) {
        return Completable.fromAction(() -> pool(injector).close());
    }

    private static HikariDataSource pool(final Injector injector) {
        return injector.getInstance(HikariDataSource.class);
    }

    private static final class JdbcModule extends AbstractModule {

        @Override
        protected void configure() {
            bind(DataSource.class).to(HikariDataSource.class);
            bind(JdbcHealth.class);
            Multibinder.newSetBinder(binder(), HealthCheck.class)
                    .addBinding()
                    .to(JdbcHealth.class);
        }

        /** The pool connects at its first use, in {@link JdbcPlugin#prepare}. */
        @Provides
        @Singleton
        HikariDataSource pool(final JdbcSettings settings) {
            final HikariDataSource pool = new HikariDataSource();
            pool.setJdbcUrl(settings.url());
            pool.setUsername(settings.username());
            pool.setPassword(settings.password().map(Secret::get).orElse(""));
            pool.setMaximumPoolSize(settings.poolSize());
            pool.setConnectionTimeout(5_000);
            return pool;
        }
    }
    // endregion
}
