package org.jzenith.docs.cookbook.testdata;

import jakarta.inject.Inject;
import java.util.UUID;
import org.jzenith.sql.Database;

/** Customers for tests. */
final class Customers {

    private final Database database;

    @Inject
    Customers(final Database database) {
        this.database = database;
    }

    // region customer-in
    UUID customerIn(final String city) {
        final UUID id = UUID.randomUUID();
        database.query(
                        """
                        INSERT INTO customer (id, name, city)
                        VALUES ($1, 'Ann', $2)""",
                        id,
                        city)
                .execute()
                .blockingAwait();
        return id;
    }
    // endregion

    String cityOf(final UUID id) {
        return database.query("SELECT city FROM customer WHERE id = $1", id)
                .map(row -> row.getString("city"))
                .single()
                .blockingGet();
    }

    void removeAll() {
        database.query("TRUNCATE customer").execute().blockingAwait();
    }
}
