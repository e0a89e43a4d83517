package org.jzenith.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.inject.AbstractModule;
import com.google.inject.Binding;
import com.google.inject.spi.Element;
import com.google.inject.spi.Elements;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.io.InputStream;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jooq.DSLContext;
import org.junit.jupiter.api.Test;
import org.jzenith.core.JZenith;
import org.jzenith.core.problem.StartException;
import org.jzenith.sql.Database;

/** The report for a user who injects a database and has not added the plugin. */
final class MissingPluginTest {

    static final class OrderTable {
        @Inject
        OrderTable(final Database database, final DSLContext sql, @Named("archive") final Database archive) {}
    }

    @Test
    void theReportNamesThePluginThatBindsTheClient() {
        final StartException failure = catchThrowableOfType(
                StartException.class,
                () -> JZenith.application()
                        .withModules(new AbstractModule() {
                            @Override
                            protected void configure() {
                                bind(OrderTable.class);
                            }
                        })
                        .run());
        assertThat(failure.getMessage().replaceAll("java:\\d+", "java:LINE")).isEqualTo("""
                        The application did not start: 3 problems.

                        1. org.jooq.DSLContext is not bound, but needed by \
                        org.jzenith.postgresql.MissingPluginTest.OrderTable (the parameter 'sql' of its \
                        constructor).
                           It comes from MissingPluginTest.OrderTable -> DSLContext; MissingPluginTest.OrderTable \
                        is bound by \
                        org.jzenith.postgresql.MissingPluginTest$1.configure(MissingPluginTest.java:LINE).
                           Add PostgresqlPlugin.create() to withPlugins(..) (the class \
                        org.jzenith.postgresql.PostgresqlPlugin in the artifact org.jzenith:jzenith-postgresql).

                        2. @Named("archive") org.jzenith.sql.Database is not bound, but needed by \
                        org.jzenith.postgresql.MissingPluginTest.OrderTable (the parameter 'archive' of its \
                        constructor).
                           It comes from MissingPluginTest.OrderTable -> @Named("archive") Database; \
                        MissingPluginTest.OrderTable is bound by \
                        org.jzenith.postgresql.MissingPluginTest$1.configure(MissingPluginTest.java:LINE).
                           Add PostgresqlPlugin.named("archive") to withPlugins(..) (the class \
                        org.jzenith.postgresql.PostgresqlPlugin in the artifact org.jzenith:jzenith-postgresql).

                        3. org.jzenith.sql.Database is not bound, but needed by \
                        org.jzenith.postgresql.MissingPluginTest.OrderTable (the parameter 'database' of its \
                        constructor).
                           It comes from MissingPluginTest.OrderTable -> Database; MissingPluginTest.OrderTable is \
                        bound by org.jzenith.postgresql.MissingPluginTest$1.configure(MissingPluginTest.java:LINE).
                           Add PostgresqlPlugin.create() to withPlugins(..) (the class \
                        org.jzenith.postgresql.PostgresqlPlugin in the artifact org.jzenith:jzenith-postgresql).
                        """);
    }

    @Test
    void thePluginBindsWhatReportsSay() throws Exception {
        final Properties plugins = new Properties();
        try (InputStream file = JZenith.class.getResourceAsStream("/META-INF/jzenith/plugins.properties")) {
            plugins.load(file);
        }
        final Set<String> bound = Elements.getElements(
                        PostgresqlPlugin.create().plugin().modules())
                .stream()
                .filter(Binding.class::isInstance)
                .map((Element element) ->
                        ((Binding<?>) element).getKey().getTypeLiteral().toString())
                .collect(Collectors.toSet());
        assertThat(bound)
                .containsAll(Pattern.compile(",\\s*")
                        .splitAsStream(plugins.getProperty("postgresql.brings"))
                        .filter(thing -> !thing.contains("="))
                        .toList());
    }
}
