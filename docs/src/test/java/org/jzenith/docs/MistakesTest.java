package org.jzenith.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.inject.AbstractModule;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import jakarta.validation.constraints.Size;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.jzenith.core.JZenith;
import org.jzenith.core.problem.StartException;
import org.jzenith.rest.RestPlugin;
import org.jzenith.sql.Database;

/** The reports that the pages show. */
final class MistakesTest {

    @Path("/orders")
    public static final class OrderResource {

        private final OrderService orders;

        @Inject
        OrderResource(final OrderService orders) {
            this.orders = orders;
        }

        @GET
        public List<String> list() {
            return orders.names();
        }
    }

    static final class OrderService {

        private final OrderTable table;

        @Inject
        OrderService(final OrderTable table, final ShopSettings settings) {
            this.table = table;
        }

        List<String> names() {
            return List.of(table.toString());
        }
    }

    static final class OrderTable {

        @Inject
        OrderTable(@Named("archive") final Database archive) {}
    }

    @ConfigMapping(prefix = "shop")
    interface ShopSettings {

        @WithDefault("EUR")
        String currency();
    }

    static final class Orders {

        @Inject
        Orders(final Invoices invoices) {}
    }

    static final class Invoices {

        @Inject
        Invoices(final Orders orders) {}
    }

    @ConfigMapping(prefix = "shop")
    interface ShopLimits {

        @WithDefault("20")
        @Size(max = 100)
        int pageSize();
    }

    @Test
    void whatIsNotBoundIsReportedWithWhereItUsuallyComesFrom() {
        isReported(
                "not-bound.txt",
                JZenith.application()
                        .withPlugins(RestPlugin.withResources(OrderResource.class))
                        .withModules(new AbstractModule() {
                            @Override
                            protected void configure() {
                                bind(OrderService.class);
                                bind(OrderTable.class);
                            }
                        }));
    }

    @Test
    void objectsThatNeedEachOtherAreReported() {
        isReported("circular.txt", JZenith.application().withModules(new AbstractModule() {
            @Override
            protected void configure() {
                bind(Orders.class);
                bind(Invoices.class);
            }
        }));
    }

    @Test
    void aConstraintThatDoesNotFitIsReported() {
        isReported("constraint.txt", JZenith.application().withSettings(ShopLimits.class));
    }

    /** The names of the classes are written as those of a reader's own. */
    private static void isReported(final String file, final JZenith application) {
        final StartException failure = catchThrowableOfType(
                StartException.class, () -> application.run().stop());
        assertThat(failure.getMessage()
                        .replaceAll("org\\.jzenith\\.docs\\.MistakesTest\\$\\d+\\.", "shop.ShopModule.")
                        .replaceAll("org\\.jzenith\\.docs\\.MistakesTest[.$]", "shop.")
                        .replace("MistakesTest.java", "ShopModule.java")
                        .replaceAll("java:\\d+", "java:12")
                        .replace("MistakesTest.", ""))
                .isEqualTo(Repository.read(Repository.root()
                        .resolve("docs/src/test/resources/mistakes")
                        .resolve(file)));
    }
}
