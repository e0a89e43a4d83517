package org.jzenith.sql.plugin;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Completable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import org.jzenith.core.lease.Lease;
import org.jzenith.core.lease.LeaseUse;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.sql.Row;
import org.jzenith.sql.driver.PluginMigrations;

/**
 * For plugins: the tables of leases of a database product, which exist only if something uses leases. Safe for use by many threads.
 *
 * @param plugin the name of the plugin of the database
 * @param location the folder of the only script, {@code V1__jzenith_lease.sql}
 */
@CheckReturnValue
public record LeaseTable(String plugin, String location) {

    /** The columns that both products have, besides {@code expires_at}. */
    public static final String COLUMNS = "lease_group, slot, owner, term, occasion";

    private static final String SCRIPT = "/V1__jzenith_lease.sql";

    /**
     * Returns the lease of a row.
     *
     * @param row has the {@link #COLUMNS}, and {@code held}
     * @return the lease
     */
    public static Lease lease(final Row row) {
        return new Lease(
                row.getString("lease_group"),
                row.getString("slot"),
                row.getString("owner"),
                row.getLong("term"),
                row.getBoolean("held"),
                row.getLong("occasion"));
    }

    /**
     * Returns the migrations that create the tables.
     *
     * @param uses the uses of the application
     * @return migrations without a location if nothing uses leases of this database
     */
    public PluginMigrations migrations(final Collection<LeaseUse> uses) {
        return new PluginMigrations("jzenith_lease", plugin, purposes(uses).isEmpty() ? List.of() : List.of(location));
    }

    /**
     * Looks for the tables, if something uses leases of this database.
     *
     * @param uses the uses of the application
     * @param read fails if the tables cannot be read
     * @return fails with a {@link StartException} that contains the statements to create the tables
     */
    public Completable check(final Collection<LeaseUse> uses, final Completable read) {
        final String purposes = purposes(uses);
        return purposes.isEmpty()
                ? Completable.complete()
                : read.onErrorResumeNext(error ->
                        Completable.error(new StartException(StartProblem.of("Leases are needed for " + purposes
                                        + ", but their table in " + plugin + " cannot be read: " + error.getMessage())
                                .from(plugin)
                                .remedy("Enable the migrations and add the libraries that they need, or run: "
                                        + statements()))));
    }

    private String purposes(final Collection<LeaseUse> uses) {
        return uses.stream()
                .filter(use -> use.store().equals(plugin))
                .map(LeaseUse::purpose)
                .distinct()
                .collect(Collectors.joining(" and "));
    }

    private String statements() {
        try (InputStream script = LeaseTable.class.getResourceAsStream("/" + location + SCRIPT)) {
            if (script == null) {
                throw new IllegalStateException("The script " + location + SCRIPT + " is missing.");
            }
            return new String(script.readAllBytes(), StandardCharsets.UTF_8)
                    .strip()
                    .replace('\n', ' ');
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
