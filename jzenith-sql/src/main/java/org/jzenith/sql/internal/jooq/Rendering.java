package org.jzenith.sql.internal.jooq;

import java.sql.Connection;
import java.util.List;
import java.util.Map;
import org.jooq.Configuration;
import org.jooq.ConnectionProvider;
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

/** Lets jOOQ write the SQL of its queries, with {@code $1} or {@code ?} for the values as the dialect has it. */
public final class Rendering {

    private final String dialect;
    private final @Nullable String parameterPrefix;
    private @Nullable DslContexts contexts;

    /**
     * Prepares to render without loading jOOQ.
     *
     * @param dialect the name of a {@code SQLDialect}
     * @param parameterPrefix the text before the number of a parameter; null if each is a {@code ?}
     */
    public Rendering(final String dialect, final @Nullable String parameterPrefix) {
        this.dialect = dialect;
        this.parameterPrefix = parameterPrefix;
    }

    /**
     * A rendered statement.
     *
     * @param sql its text
     * @param types its parameters in the order of the text
     */
    public record Rendered(String sql, List<Param<?>> types) {

        /** Returns the values that the query was built with, in jOOQ's types. */
        public @Nullable Object[] values() {
            return types.stream().map(Param::getValue).toArray();
        }

        /** Converts values in jOOQ's types to those that are sent. */
        public @Nullable Object[] convert(final @Nullable Object[] values) {
            return ParameterValues.convert(types, values);
        }
    }

    /** Created on first use, because jOOQ loads slowly; not static, because users may change its settings. */
    private static final class DslContexts {

        private final DSLContext plain;
        private final DSLContext numbering;
        private final boolean numbered;

        DslContexts(final SQLDialect dialect, final @Nullable String parameterPrefix) {
            numbered = parameterPrefix != null;
            final Configuration configuration = new DefaultConfiguration()
                    .set(dialect)
                    .set(settings(parameterPrefix))
                    .set(new NoConnection());
            plain = DSL.using(configuration);
            numbering = DSL.using(configuration.derive(new UnnamedParameters()));
        }

        private static Settings settings(final @Nullable String parameterPrefix) {
            final Settings settings = new Settings()
                    .withParamType(ParamType.NAMED)
                    // A statement is sent by itself; a driver whose server limits texts raises the limit for its
                    // sessions.
                    .withRenderGroupConcatMaxLenSessionVariable(false);
            return parameterPrefix == null ? settings : settings.withRenderNamedParamPrefix(parameterPrefix);
        }
    }

    private synchronized DslContexts contexts() {
        if (contexts == null) {
            contexts = new DslContexts(SQLDialect.valueOf(dialect), parameterPrefix);
        }
        return contexts;
    }

    /** Returns the context that builds queries; it renders them, and does not run them. */
    public DSLContext dsl() {
        return contexts().plain;
    }

    /** Renders a query. */
    public Rendered render(final Query query) {
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
        return new Rendered(sql, types);
    }

    /** Fails what would run a statement on a connection of jOOQ. */
    private static final class NoConnection implements ConnectionProvider {

        @Override
        public Connection acquire() {
            throw new IllegalStateException(
                    "jOOQ has no connection: it builds statements, and jZenith runs them. Instead of"
                            + " query.fetch(), write jooq.fetch(query).list(), and instead of query.execute(),"
                            + " jooq.query(query).rowCount().");
        }

        @Override
        public void release(final Connection connection) {}
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
