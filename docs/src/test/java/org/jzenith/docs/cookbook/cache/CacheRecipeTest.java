package org.jzenith.docs.cookbook.cache;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.cache.CachePlugin;
import org.jzenith.core.JZenith;
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
    static final JZenithExtension APP = JZenithExtension.of(
            () -> application().withConfiguration("postgresql.migrations.locations", "cookbook/migration"));

    private static void sell(final String article) {
        APP.get(Database.class)
                .query("INSERT INTO sale (article, shop) VALUES ($1, 'bonn')", article)
                .execute()
                .blockingAwait();
    }

    private static String bestSellers() {
        return APP.http().get("/shops/bonn/best-sellers").expectStatus(200).body();
    }

    @Test
    void theQueryRunsAgainWhenTheListIsInvalid() {
        sell("pen");
        assertThat(bestSellers()).isEqualTo("[{\"article\":\"pen\",\"sold\":1}]");
        sell("pen");
        assertThat(bestSellers()).isEqualTo("[{\"article\":\"pen\",\"sold\":1}]");
        APP.http().delete("/shops/bonn/best-sellers/cached").expectStatus(204);
        assertThat(bestSellers()).isEqualTo("[{\"article\":\"pen\",\"sold\":2}]");
    }
}
