package org.jzenith.postgresql.internal.lease;

import com.google.inject.AbstractModule;
import com.google.inject.Injector;
import com.google.inject.Key;
import com.google.inject.multibindings.ProvidesIntoSet;
import io.reactivex.Completable;
import jakarta.inject.Singleton;
import java.util.Set;
import org.jzenith.core.lease.LeaseStore;
import org.jzenith.core.lease.LeaseUse;
import org.jzenith.sql.Database;
import org.jzenith.sql.driver.PluginMigrations;
import org.jzenith.sql.plugin.LeaseTable;

/** Offers the table of leases, and creates it if something uses leases. */
public final class PostgresqlLeaseModule extends AbstractModule {

    static final String NAME = "postgresql";

    private static final LeaseTable TABLE = new LeaseTable(NAME, "org/jzenith/postgresql/lease/migration");

    /**
     * Looks for the table, if something uses leases.
     *
     * @param injector the application's objects
     * @return fails with a {@link org.jzenith.core.problem.StartException} that has the statements which create it
     */
    public static Completable check(final Injector injector) {
        return TABLE.check(
                injector.getInstance(new Key<Set<LeaseUse>>() {}),
                new PostgresqlLeaseStore(injector.getInstance(Database.class)).check());
    }

    @ProvidesIntoSet
    @Singleton
    LeaseStore store(final Database database) {
        return new PostgresqlLeaseStore(database);
    }

    @ProvidesIntoSet
    PluginMigrations migrations(final Set<LeaseUse> uses) {
        return TABLE.migrations(uses);
    }
}
