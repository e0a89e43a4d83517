package org.jzenith.messages.sql;

import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;

/** The same on MariaDB. */
@Tag("full")
final class OnceOnMariadbTest extends OnceTest {

    static Stream<TestDatabase> products() {
        return Stream.of(TestDatabase.MARIADB);
    }
}
