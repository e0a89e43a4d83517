package org.jzenith.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.param;
import static org.jooq.impl.DSL.table;

import java.lang.reflect.Proxy;
import org.acme.database.AcmeServer;
import org.jooq.SQLDialect;
import org.jooq.impl.SQLDataType;
import org.junit.jupiter.api.Test;
import org.jzenith.core.RunningApplication;
import org.jzenith.sql.driver.SqlDriver;
import org.jzenith.sql.statement.DatabaseConnections;

/** The SQL that jOOQ writes for a driver other than PostgreSQL's. */
final class OtherDialectTest {

    @Test
    void valuesAreQuestionMarksWhereTheServerDoesNotNumberThem() {
        final SqlDriver driver = (SqlDriver) Proxy.newProxyInstance(
                SqlDriver.class.getClassLoader(),
                new Class<?>[] {SqlDriver.class},
                (proxy, method, arguments) -> method.getName().equals("dialect") ? SQLDialect.MYSQL : null);
        final RunningApplication application = AcmeServer.application().run();
        final SqlClient client = new SqlClient(application.get(DatabaseConnections.class), driver);
        assertThat(client.query(client.dsl()
                                .select(field(name("id")))
                                .from(table(name("t")))
                                .where(field(name("n"), SQLDataType.INTEGER).eq(param("n", 1))))
                        .toString())
                .isEqualTo("select `id` from `t` where `n` = ?");
        application.stop();
    }
}
