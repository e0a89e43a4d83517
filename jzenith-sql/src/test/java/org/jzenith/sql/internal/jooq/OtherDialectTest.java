package org.jzenith.sql.internal.jooq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.param;
import static org.jooq.impl.DSL.table;

import org.jooq.impl.SQLDataType;
import org.junit.jupiter.api.Test;

/** The SQL that jOOQ writes for a driver other than PostgreSQL's. */
final class OtherDialectTest {

    @Test
    void valuesAreQuestionMarksWhereTheServerDoesNotNumberThem() {
        final Rendering rendering = new Rendering("MYSQL", null);
        assertThat(rendering
                        .render(rendering
                                .dsl()
                                .select(field(name("id")))
                                .from(table(name("t")))
                                .where(field(name("n"), SQLDataType.INTEGER).eq(param("n", 1))))
                        .sql())
                .isEqualTo("select `id` from `t` where `n` = ?");
    }
}
