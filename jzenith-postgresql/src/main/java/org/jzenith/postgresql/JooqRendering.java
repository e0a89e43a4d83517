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
import org.jzenith.postgresql.connection.DatabaseConnections;

/** Lets jOOQ write the SQL of its queries, with {@code $1} for the values. */
final class JooqRendering {

    private volatile @Nullable DslContexts contexts;

    @Inject
    JooqRendering() {}

    /** Made on first use, because jOOQ takes its time to load; not static, because users may change its settings. */
    private static final class DslContexts {

        private final DSLContext plain =
                DSL.using(new DefaultConfiguration().set(SQLDialect.POSTGRES).set(settings()));
        private final DSLContext numbering = DSL.using(new DefaultConfiguration()
                .set(SQLDialect.POSTGRES)
                .set(settings())
                .set(new UnnamedParameters()));
    }

    private DslContexts contexts() {
        final DslContexts made = contexts;
        return made == null ? make() : made;
    }

    private synchronized DslContexts make() {
        DslContexts made = contexts;
        if (made == null) {
            made = new DslContexts();
            contexts = made;
        }
        return made;
    }

    private static Settings settings() {
        return new Settings().withParamType(ParamType.NAMED).withRenderNamedParamPrefix("$");
    }

    DSLContext dsl() {
        return contexts().plain;
    }

    org.jzenith.postgresql.Query<Row> render(final DatabaseConnections connections, final Query query) {
        final DslContexts made = contexts();
        Map<String, Param<?>> params = made.plain.extractParams(query);
        final boolean named = params.values().stream().anyMatch(param -> param.getParamName() != null);
        final DSLContext renderer = named ? made.numbering : made.plain;
        if (named) {
            params = made.numbering.extractParams(query);
        }
        final List<Param<?>> types =
                params.values().stream().filter(param -> !param.isInline()).toList();
        final Sql sql = new Sql(renderer.renderNamedParams(query), types);
        final @Nullable Object[] values = types.stream().map(Param::getValue).toArray();
        return org.jzenith.postgresql.Query.of(connections, sql, sql.bind(values));
    }

    /** Takes the names off named parameters, because the server numbers them. */
    private static final class UnnamedParameters implements VisitListener {

        @Override
        public void visitStart(final VisitContext context) {
            if (context.queryPart() instanceof Param<?> param && param.getParamName() != null) {
                context.queryPart(DSL.val(param.getValue(), param));
            }
        }
    }
}
