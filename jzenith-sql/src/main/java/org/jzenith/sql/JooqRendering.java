package org.jzenith.sql;

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
import org.jzenith.sql.driver.SqlDriver;
import org.jzenith.sql.statement.StatementRunner;

/** Lets jOOQ write the SQL of its queries, with {@code $1} or {@code ?} for the values as the dialect has it. */
final class JooqRendering {

    private final SqlDriver driver;
    private volatile @Nullable DslContexts contexts;

    JooqRendering(final SqlDriver driver) {
        this.driver = driver;
    }

    /** Created on first use, because jOOQ loads slowly; not static, because users may change its settings. */
    private static final class DslContexts {

        private final DSLContext plain;
        private final DSLContext numbering;
        private final boolean numbered;

        DslContexts(final SQLDialect dialect, final @Nullable String parameterPrefix) {
            numbered = parameterPrefix != null;
            plain = DSL.using(new DefaultConfiguration().set(dialect).set(settings(parameterPrefix)));
            numbering = DSL.using(new DefaultConfiguration()
                    .set(dialect)
                    .set(settings(parameterPrefix))
                    .set(new UnnamedParameters()));
        }

        private static Settings settings(final @Nullable String parameterPrefix) {
            final Settings settings = new Settings().withParamType(ParamType.NAMED);
            return parameterPrefix == null ? settings : settings.withRenderNamedParamPrefix(parameterPrefix);
        }
    }

    private DslContexts contexts() {
        final DslContexts made = contexts;
        return made == null ? make() : made;
    }

    private synchronized DslContexts make() {
        DslContexts made = contexts;
        if (made == null) {
            made = new DslContexts(driver.dialect(), driver.parameterPrefix());
            contexts = made;
        }
        return made;
    }

    DSLContext dsl() {
        return contexts().plain;
    }

    org.jzenith.sql.Query<Row> render(final StatementRunner statements, final Query query) {
        final DslContexts made = contexts();
        Map<String, Param<?>> params = made.plain.extractParams(query);
        final boolean named = params.values().stream().anyMatch(param -> param.getParamName() != null);
        final DSLContext renderer = named ? made.numbering : made.plain;
        if (named) {
            params = made.numbering.extractParams(query);
        }
        final List<Param<?>> types =
                params.values().stream().filter(param -> !param.isInline()).toList();
        final String sql = made.numbered ? renderer.renderNamedParams(query) : renderer.render(query);
        final @Nullable Object[] values = types.stream().map(Param::getValue).toArray();
        return org.jzenith.sql.Query.of(statements, sql, types, values);
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
