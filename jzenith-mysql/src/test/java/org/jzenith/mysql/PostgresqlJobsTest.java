package org.jzenith.mysql;

/** Jobs with leases in PostgreSQL, which run in each build. */
final class PostgresqlJobsTest extends JobsContract {

    PostgresqlJobsTest() {
        super(Product.POSTGRESQL);
    }
}
