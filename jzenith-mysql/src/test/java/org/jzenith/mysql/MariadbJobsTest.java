package org.jzenith.mysql;

import org.junit.jupiter.api.Tag;

/** Jobs with leases in MariaDB. */
@Tag("full")
final class MariadbJobsTest extends JobsContract {

    MariadbJobsTest() {
        super(Product.MARIADB);
    }
}
