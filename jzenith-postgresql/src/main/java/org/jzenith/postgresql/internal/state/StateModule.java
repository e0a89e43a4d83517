package org.jzenith.postgresql.internal.state;

import com.google.inject.AbstractModule;
import com.google.inject.Injector;
import com.google.inject.multibindings.ProvidesIntoSet;
import io.reactivex.Completable;
import jakarta.inject.Singleton;
import java.util.List;
import org.jzenith.core.state.SharedState;
import org.jzenith.core.state.SharedStateStore;
import org.jzenith.sql.Database;
import org.jzenith.sql.driver.PluginMigrations;

/** Offers the table of shared state, and creates it if the settings choose it. */
public final class StateModule extends AbstractModule {

    static final String NAME = "postgresql";
    static final String LOCATION = "org/jzenith/postgresql/state/migration";

    /**
     * Looks for the table, if the settings choose it.
     *
     * @param injector the application's objects
     * @return fails with a {@link org.jzenith.core.problem.StartException} that has the statements which create it
     */
    public static Completable check(final Injector injector) {
        return isChosen(injector.getInstance(SharedState.class))
                ? new PostgresqlStateStore(injector.getInstance(Database.class)).check()
                : Completable.complete();
    }

    private static boolean isChosen(final SharedState state) {
        return state.store().equals(NAME);
    }

    @ProvidesIntoSet
    @Singleton
    SharedStateStore store(final Database database) {
        return new PostgresqlStateStore(database);
    }

    @ProvidesIntoSet
    PluginMigrations migrations(final SharedState state) {
        return new PluginMigrations("jzenith_state", NAME, isChosen(state) ? List.of(LOCATION) : List.of());
    }
}
