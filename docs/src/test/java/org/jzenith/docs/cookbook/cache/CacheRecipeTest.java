package org.jzenith.docs.cookbook.cache;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.cache.CachePlugin;
import org.jzenith.core.JZenith;
import org.jzenith.javascript.JavaScriptPlugin;
import org.jzenith.javascript.script.ScriptApi;
import org.jzenith.postgresql.PostgresqlPlugin;
import org.jzenith.redis.RedisPlugin;
import org.jzenith.redis.embedded.EmbeddedRedis;
import org.jzenith.rest.RestPlugin;
import org.jzenith.sql.Database;
import org.jzenith.test.JZenithExtension;

/** The code of docs/cookbook/cache.md. */
final class CacheRecipeTest {

    // region application
    static JZenith application(final String... args) {
        return JZenith.application(args)
                .withPlugins(
                        RestPlugin.withResources(BestSellerResource.class),
                        PostgresqlPlugin.create(),
                        CachePlugin.create(),
                        RedisPlugin.create(),
                        EmbeddedRedis.create()) // development and tests
                .withModules(binder -> binder.bind(BestSellers.class));
    }
    // endregion

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> application()
            .withPlugins(JavaScriptPlugin.at("/js", "cookbook/javascript/cache"))
            .withModules(binder -> ScriptApi.binder(binder).addBinding().to(BestSellersApi.class))
            .withConfiguration("postgresql.migrations.locations", "cookbook/migration"));

    private static void sell(final String article, final String shop) {
        APP.get(Database.class)
                .query("INSERT INTO sale (article, shop) VALUES ($1, $2)", article, shop)
                .execute()
                .blockingAwait();
    }

    private static String bestSellers() {
        return APP.http().get("/shops/bonn/best-sellers").expectStatus(200).body();
    }

    @Test
    void theQueryRunsAgainWhenTheListIsInvalid() {
        sell("pen", "bonn");
        assertThat(bestSellers()).isEqualTo("[{\"article\":\"pen\",\"sold\":1}]");
        sell("pen", "bonn");
        assertThat(bestSellers()).isEqualTo("[{\"article\":\"pen\",\"sold\":1}]");
        APP.http().delete("/shops/bonn/best-sellers/cached").expectStatus(204);
        assertThat(bestSellers()).isEqualTo("[{\"article\":\"pen\",\"sold\":2}]");
    }

    /** The object of docs/javascript.md. */
    @Test
    void handlersShareTheCache() {
        sell("ink", "kiel");
        final String path = "/js/shops/kiel/best-sellers";
        assertThat(APP.http().get(path).body()).isEqualTo("[{\"article\":\"ink\",\"sold\":1}]");
        sell("ink", "kiel");
        assertThat(APP.http().get(path).body()).isEqualTo("[{\"article\":\"ink\",\"sold\":1}]");
    }
}
