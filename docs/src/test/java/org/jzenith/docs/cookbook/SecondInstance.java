package org.jzenith.docs.cookbook;

import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.sql.driver.DatabaseAddress;
import org.jzenith.test.JZenithExtension;

/** A second instance of an application on the same PostgreSQL database. */
public final class SecondInstance {

    private SecondInstance() {}

    /** Starts it. */
    public static RunningApplication of(final JZenithExtension first, final JZenith application) {
        final DatabaseAddress address = first.get(DatabaseAddress.class);
        return application
                .withConfiguration("rest.port", 0)
                .withConfiguration("postgresql.host", address.host())
                .withConfiguration("postgresql.port", address.port())
                .withConfiguration("postgresql.database", address.database())
                .withConfiguration("postgresql.username", address.username())
                .withConfiguration("postgresql.password", address.password())
                .run();
    }
}
