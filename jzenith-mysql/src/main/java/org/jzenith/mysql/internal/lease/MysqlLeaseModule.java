package org.jzenith.mysql.internal.lease;

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

/** Offers the tables of leases, and creates them if something uses leases. */
public final class MysqlLeaseModule extends AbstractModule {

    static final String NAME = "mysql";

    private static final LeaseTable TABLE = new LeaseTable(NAME, "org/jzenith/mysql/lease/migration");

    /**
     * Looks for the tables, if something uses leases.
     *
     * @param injector the application's objects
     * @return fails with a {@link org.jzenith.core.problem.StartException} that has the statements which create them
     */
    public static Completable check(final Injector injector) {
        return TABLE.check(
                injector.getInstance(new Key<Set<LeaseUse>>() {}),
                new MysqlLeaseStore(injector.getInstance(Database.class)).check());
    }

    @ProvidesIntoSet
    @Singleton
    LeaseStore store(final Database database) {
        return new MysqlLeaseStore(database);
    }

    @ProvidesIntoSet
    PluginMigrations migrations(final Set<LeaseUse> uses) {
        return TABLE.migrations(uses);
    }
}
