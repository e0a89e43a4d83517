package org.jzenith.cache;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.inject.Scopes;
import io.reactivex.Completable;
import io.reactivex.Maybe;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.core.context.RequestContext;
import org.jzenith.redis.RedisPlugin;
import org.jzenith.redis.embedded.EmbeddedRedis;
import org.jzenith.rest.RestPlugin;
import org.jzenith.test.JZenithExtension;

/** A cache behind a resource, in an application with Redis. */
final class CacheResourceTest {

    // region application
    static JZenith application(final String... args) {
        return JZenith.application(args)
                .withPlugins(
                        RestPlugin.withResources(ProductResource.class),
                        CachePlugin.create(),
                        // Without it, each instance has its own values.
                        RedisPlugin.create(),
                        EmbeddedRedis.create())
                .withModules(binder -> {
                    binder.bind(Products.Table.class).in(Scopes.SINGLETON);
                    binder.bind(Products.class).in(Scopes.SINGLETON);
                });
    }
    // endregion

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(CacheResourceTest::application);

    /** Products. */
    @Singleton
    @Path("products/{sku}")
    public static final class ProductResource {

        private final Products products;
        private final Cache<String> contexts;

        /** Called by Guice. */
        @Inject
        ProductResource(final Products products, final Caches caches) {
            this.products = products;
            this.contexts = caches.of("contexts", String.class).expiringAfter(Duration.ofHours(1));
        }

        /** Returns a product. */
        @GET
        public Maybe<Products.Product> get(@PathParam("sku") final String sku) {
            return products.product(sku);
        }

        /** Changes a price. */
        @PUT
        public Completable put(@PathParam("sku") final String sku, final int price) {
            return products.save(new Products.Product(sku, price));
        }

        /** Returns the contexts of load and caller. */
        @GET
        @Path("contexts")
        public Maybe<List<String>> contexts(@PathParam("sku") final String sku) {
            final String own = RequestContext.current().id();
            return contexts.get(sku, () -> Maybe.just(RequestContext.current().id()))
                    .map(load -> new ArrayList<>(
                            List.of(load, own, RequestContext.current().id())));
        }
    }

    @Test
    void aProductIsReadOnceUntilItChanges() {
        APP.http().put("/products/a", 7).expectStatus(204);
        final int before = APP.get(Products.Table.class).queries();
        for (int i = 0; i < 5; i++) {
            assertThat(APP.http()
                            .get("/products/a")
                            .expectStatus(200)
                            .json()
                            .get("price")
                            .asInt())
                    .isEqualTo(7);
        }
        assertThat(APP.get(Products.Table.class).queries()).isEqualTo(before + 1);
        APP.http().put("/products/a", 8).expectStatus(204);
        assertThat(APP.http().get("/products/a").json().get("price").asInt()).isEqualTo(8);
    }

    @Test
    void aProductThatDoesNotExistIsReadOnce() {
        final int before = APP.get(Products.Table.class).queries();
        APP.http().get("/products/none").expectStatus(404);
        APP.http().get("/products/none").expectStatus(404);
        assertThat(APP.get(Products.Table.class).queries()).isEqualTo(before + 1);
    }

    @Test
    void aLoadHasAContextOfItsOwnAndTheCallerKeepsIts() {
        final var contexts =
                APP.http().get("/products/c/contexts").expectStatus(200).json();
        assertThat(contexts.get(0).asText()).startsWith("contexts-");
        assertThat(contexts.get(2)).isEqualTo(contexts.get(1)).isNotEqualTo(contexts.get(0));
    }
}
