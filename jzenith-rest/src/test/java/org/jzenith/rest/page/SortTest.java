package org.jzenith.rest.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.core.JZenith;
import org.jzenith.core.page.SortOrder;
import org.jzenith.core.problem.StartException;
import org.jzenith.rest.RestPlugin;
import org.jzenith.test.JZenithExtension;

/** The order of a list as a query parameter. */
final class SortTest {

    /** The names of the query. */
    public enum TreeSort {
        name,
        height,
        planted
    }

    /** Responds with the order that it gets. */
    @Path("/trees")
    @Produces("text/plain")
    public static final class TreeResource {

        /** The parameters in one object. */
        public record TreeQuery(
                @QueryParam("order") @Nullable SortOrder<TreeSort> order) {}

        @GET
        public String sorted(@QueryParam("sort") @DefaultValue("-planted") final SortOrder<TreeSort> sort) {
            return sort.toString();
        }

        @GET
        @Path("bean")
        public String bean(@BeanParam final TreeQuery query) {
            return String.valueOf(query.order());
        }
    }

    /** Has a default value that is not a name. */
    @Path("/bushes")
    @Produces("text/plain")
    public static final class BushResource {

        @GET
        public String sorted(@QueryParam("sort") @DefaultValue("width") final SortOrder<TreeSort> sort) {
            return sort.toString();
        }
    }

    @RegisterExtension
    static final JZenithExtension APP =
            JZenithExtension.of(() -> JZenith.application().withPlugins(RestPlugin.withResources(TreeResource.class)));

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            /trees                          | -planted
            /trees?sort=                    | -planted
            /trees?sort=name                | name
            /trees?sort=-height,name        | -height,name
            /trees?sort=-height,%20name     | -height,name
            /trees/bean                     | null
            /trees/bean?order=name,-planted | name,-planted
            """)
    void anOrderHasNamesAndDirections(final String path, final String order) {
        assertThat(APP.http().get(path).expectStatus(200).body()).isEqualTo(order);
    }

    @ParameterizedTest
    @ValueSource(strings = {"width", "Name", "name;drop", "--name", "name,", "-", "name,width"})
    void anUnknownNameIsABadRequestThatListsTheNames(final String sort) {
        APP.http()
                .get("/trees?sort=" + sort)
                .expectStatus(400)
                .expectJson(
                        "/detail",
                        "The query parameter 'sort' contains an unknown name. Valid names: name, height, planted. Put '-' before a"
                                + " name for descending order, and separate names with commas.");
    }

    @Test
    void aNameOccursOnce() {
        assertThat(APP.http()
                        .get("/trees/bean?order=name,-name")
                        .expectStatus(400)
                        .json()
                        .get("detail")
                        .asText())
                .startsWith("The query parameter 'order' contains a name twice. Valid names: name, height, planted.");
    }

    @Test
    void aDefaultValueThatIsNotANameFailsStartup() {
        assertThatThrownBy(() -> JZenith.application()
                        .withPlugins(RestPlugin.withResources(BushResource.class))
                        .withOverridingConfiguration("rest.port", 0)
                        .run())
                .isInstanceOf(StartException.class)
                .hasMessageContaining("The @DefaultValue 'width' of @QueryParam(\"sort\") cannot be converted to");
    }
}
