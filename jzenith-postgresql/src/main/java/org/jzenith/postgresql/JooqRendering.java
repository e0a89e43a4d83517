package org.jzenith.postgresql;

import io.vertx.sqlclient.Row;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import org.jooq.DSLContext;
import org.jooq.Param;
import org.jooq.Query;
import org.jooq.SQLDialect;
import org.jooq.VisitContext;
import org.jooq.VisitListener;
import org.jooq.conf.ParamType;
import org.jooq.conf.Settings;
import org.jooq.impl.DSL;
import org.jooq.impl.DefaultConfiguration;
import org.jspecify.annotations.Nullable;
import org.jzenith.postgresql.connection.Connections;

/** Lets jOOQ write the SQL of its queries, with {@code $1} for the values. */
final class JooqRendering {

    private final DSLContext dsl;
    private final DSLContext numbering;

    @Inject
    JooqRendering() {
        this.dsl = DSL.using(new DefaultConfiguration().set(SQLDialect.POSTGRES).set(settings()));
        this.numbering = DSL.using(new DefaultConfiguration()
                .set(SQLDialect.POSTGRES)
                .set(settings())
                .set(new Nameless()));
    }

    private static Settings settings() {
        return new Settings().withParamType(ParamType.NAMED).withRenderNamedParamPrefix("$");
    }

    DSLContext dsl() {
        return dsl;
    }

    org.jzenith.postgresql.Query<Row> render(final Connections connections, final Query query) {
        Map<String, Param<?>> params = dsl.extractParams(query);
        final boolean named = params.values().stream().anyMatch(param -> param.getParamName() != null);
        final DSLContext renderer = named ? numbering : dsl;
        if (named) {
            params = numbering.extractParams(query);
        }
        final List<Param<?>> types =
                params.values().stream().filter(param -> !param.isInline()).toList();
        final Sql sql = new Sql(renderer.renderNamedParams(query), types);
        final @Nullable Object[] values = types.stream().map(Param::getValue).toArray();
        return org.jzenith.postgresql.Query.of(connections, sql, sql.bind(values));
    }

    /** Takes the names off named parameters, because the server numbers them. */
    private static final class Nameless implements VisitListener {

        @Override
        public void visitStart(final VisitContext context) {
            if (context.queryPart() instanceof Param<?> param && param.getParamName() != null) {
                context.queryPart(DSL.val(param.getValue(), param));
            }
        }
    }
}
