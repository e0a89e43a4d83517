package org.jzenith.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.swagger.v3.oas.annotations.Operation;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.rest.RestPlugin;

/** The ids of overloaded methods, of which a further one changes none. */
final class OperationIdsTest {

    /** A first version. */
    static final class First {

        private First() {}

        @Path("/shops")
        public static final class ShopResource {

            @GET
            @Path("m")
            public String find() {
                return "";
            }

            @GET
            @Path("m/{id}")
            public String find(@PathParam("id") final int id) {
                return "";
            }

            @POST
            @Path("m")
            public String find(final String body) {
                return "";
            }

            @GET
            @Path("plain")
            public String plain() {
                return "";
            }

            @GET
            @Path("named")
            @Operation(operationId = "shopList")
            public String named() {
                return "";
            }
        }
    }

    /** A second version, with overloads before and behind the others. */
    static final class Second {

        private Second() {}

        @Path("/shops")
        public static final class ShopResource {

            @GET
            @Path("a")
            public String find(@QueryParam("q") final boolean first) {
                return "";
            }

            @GET
            @Path("m")
            public String find() {
                return "";
            }

            @GET
            @Path("m/{id}")
            public String find(@PathParam("id") final int id) {
                return "";
            }

            @POST
            @Path("m")
            public String find(final String body) {
                return "";
            }

            @GET
            @Path("z/{id}")
            public String find(@PathParam("id") final long last) {
                return "";
            }

            @GET
            @Path("plain")
            public String plain() {
                return "";
            }

            @GET
            @Path("list")
            public String list() {
                return "";
            }

            @GET
            @Path("named")
            @Operation(operationId = "shopList")
            public String named() {
                return "";
            }
        }
    }

    private static Map<String, String> ids(final Class<?> resource) throws Exception {
        try (RunningApplication running = JZenith.application()
                .withPlugins(RestPlugin.withResources(resource), OpenApiPlugin.create())
                .withOverridingConfiguration("rest.port", 0)
                .run()) {
            final JsonNode document = new ObjectMapper()
                    .readTree(HttpClient.newHttpClient()
                            .send(
                                    HttpRequest.newBuilder(URI.create(running.uri() + "/openapi.json"))
                                            .build(),
                                    BodyHandlers.ofString())
                            .body());
            final Map<String, String> ids = new TreeMap<>();
            document.path("paths")
                    .properties()
                    .forEach(path -> path.getValue()
                            .properties()
                            .forEach(operation -> ids.put(
                                    operation.getKey() + " " + path.getKey(),
                                    operation.getValue().path("operationId").asText())));
            return ids;
        }
    }

    @Test
    void aFurtherOverloadChangesNoId() throws Exception {
        final Map<String, String> before = ids(First.ShopResource.class);
        assertThat(before)
                .containsOnly(
                        Map.entry("get /shops/m", "shopFindShopsMGet"),
                        Map.entry("post /shops/m", "shopFindShopsMPost"),
                        Map.entry("get /shops/m/{id}", "shopFindShopsMIdGet"),
                        Map.entry("get /shops/plain", "shopPlain"),
                        Map.entry("get /shops/named", "shopList"));
        final Map<String, String> after = ids(Second.ShopResource.class);
        assertThat(after).containsAllEntriesOf(before);
        assertThat(after)
                .containsEntry("get /shops/a", "shopFindShopsAGet")
                .containsEntry("get /shops/list", "shopListShopsListGet");
    }
}
