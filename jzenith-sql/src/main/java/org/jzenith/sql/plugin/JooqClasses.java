package org.jzenith.sql.plugin;

import static org.jooq.impl.DSL.count;
import static org.jooq.impl.DSL.excluded;
import static org.jooq.impl.DSL.exists;
import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.noCondition;
import static org.jooq.impl.DSL.param;
import static org.jooq.impl.DSL.row;
import static org.jooq.impl.DSL.selectOne;
import static org.jooq.impl.DSL.table;
import static org.jooq.impl.DSL.val;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Query;
import org.jooq.Record;
import org.jooq.Table;
import org.jooq.impl.SQLDataType;
import org.jzenith.sql.jooq.Jooq;

/** Loads the classes of jOOQ that statements need. That takes half a second of processor time, too long for an event loop. */
final class JooqClasses {

    private JooqClasses() {}

    /** Renders statements of each kind without running them. */
    static List<?> load(final Jooq jooq) {
        final DSLContext dsl = jooq.dsl();
        final Table<Record> table = table(name("t"));
        final Field<Long> id = field(name("id"), SQLDataType.BIGINT);
        final Field<String> text = field(name("text"), SQLDataType.VARCHAR);
        final Field<UUID> code = field(name("code"), SQLDataType.UUID);
        final List<Query> statements = List.of(
                dsl.insertInto(table, id, text, code).values(1L, "a", new UUID(1, 2)),
                dsl.insertInto(table)
                        .set(id, param("id", Long.class))
                        .set(text, "a")
                        .onConflict(id)
                        .doUpdate()
                        .set(text, excluded(text))
                        .returning(id),
                dsl.update(table)
                        .set(text, "a")
                        .where(id.eq(1L).and(code.isNotNull()))
                        .returning(text),
                dsl.deleteFrom(table).where(id.in(1L, 2L)),
                dsl.select(id, text)
                        .from(table)
                        .join(table.as("u"))
                        .on(id.eq(id))
                        .where(noCondition()
                                .and(text.containsIgnoreCase("a").or(text.like("a")))
                                .and(id.between(1L, 2L))
                                .andNot(id.ge(1L))
                                .and(row(text, id).gt("a", 1L))
                                .andExists(selectOne().from(table)))
                        .orderBy(text, id.desc())
                        .limit(1)
                        .offset(1),
                dsl.select(count()).from(table).groupBy(text),
                dsl.selectCount().from(table).where(exists(selectOne())),
                dsl.select(
                        val(1),
                        val(true),
                        val(1.5),
                        val(BigDecimal.ONE),
                        val(LocalDate.EPOCH),
                        val(LocalDateTime.MIN),
                        val(Instant.EPOCH),
                        val(OffsetDateTime.MIN)));
        return Stream.concat(
                        statements.stream().map(jooq::query),
                        Stream.of(jooq.fetch(dsl.select(id, text).from(table))))
                .toList();
    }
}
