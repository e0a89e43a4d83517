package org.jzenith.docs.cookbook.apikeys;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.OffsetDateTime;
import java.util.HexFormat;
import java.util.Properties;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.postgresql.PostgresqlPlugin;
import org.jzenith.rest.RestPlugin;
import org.jzenith.security.SecurityPlugin;
import org.jzenith.sql.Database;
import org.jzenith.test.JZenithExtension;

/** The code of docs/cookbook/api-keys.md. */
final class ApiKeysTest {

    private static final String KEY = "wlJv1pD0x3x9sYxkq5bq7m0iQv7nYfLr8kq2b1r4k1A";

    private static String sha256(final String key) throws Exception {
        return HexFormat.of()
                .formatHex(MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8)));
    }

    private static JZenith application(final String... args) {
        // region application
        return JZenith.application(args)
                .withPlugins(
                        RestPlugin.withResources(StockResource.class),
                        SecurityPlugin.create().withApiKeys());
        // endregion
    }

    private static JZenith withTable(final String... args) {
        // region table
        return JZenith.application(args)
                .withPlugins(
                        RestPlugin.withResources(StockResource.class),
                        PostgresqlPlugin.create(),
                        SecurityPlugin.create().withApiKeys(ApiKeyTable.class))
                .withModules(binder -> binder.bind(ApiKeyTable.class));
        // endregion
    }

    @Nested
    final class InSettings {

        @RegisterExtension
        static final JZenithExtension APP = JZenithExtension.of(() -> {
            final JZenith application = application();
            final Properties settings = new Properties();
            try (InputStream file = ApiKeysTest.class.getResourceAsStream("/cookbook/apikeys/keys.properties")) {
                settings.load(file);
                settings.merge(
                        "security.api-keys.warehouse.hashes", sha256("new key"), (old, added) -> old + "," + added);
            } catch (final Exception e) {
                throw new AssertionError(e);
            }
            settings.forEach((key, value) -> application.withConfiguration(String.valueOf(key), value));
            return application;
        });

        @Test
        void bothKeysOfARotationAreValid() {
            for (final String key : new String[] {KEY, "new key"}) {
                assertThat(APP.http()
                                .withHeader("X-API-Key", key)
                                .get("/stock")
                                .expectStatus(200)
                                .body())
                        .isEqualTo("12 pieces for warehouse");
            }
            APP.http().withHeader("X-API-Key", "other").get("/stock").expectStatus(401);
            assertThat(APP.http().get("/stock").expectStatus(401).header("WWW-Authenticate"))
                    .contains("ApiKey header=\"X-API-Key\"");
        }
    }

    @Nested
    final class InATable {

        @RegisterExtension
        static final JZenithExtension APP = JZenithExtension.of(
                () -> withTable().withConfiguration("postgresql.migrations.locations", "cookbook/migration"));

        private static void insert(final String key, final String role, final OffsetDateTime end) throws Exception {
            APP.get(Database.class)
                    .query(
                            "INSERT INTO api_key (sha256, owner, roles, expires_at) VALUES ($1, 'warehouse', $2, $3)",
                            sha256(key),
                            new String[] {role},
                            end)
                    .execute()
                    .blockingAwait();
        }

        @Test
        void keysAreFoundUntilTheyExpire() throws Exception {
            insert("good", "stock", OffsetDateTime.now().plusDays(1));
            insert("old", "stock", OffsetDateTime.now().minusDays(1));
            insert("another", "prices", OffsetDateTime.now().plusDays(1));
            assertThat(APP.http().withHeader("X-API-Key", "good").get("/stock").body())
                    .isEqualTo("12 pieces for warehouse");
            APP.http().withHeader("X-API-Key", "old").get("/stock").expectStatus(401);
            APP.http().withHeader("X-API-Key", "another").get("/stock").expectStatus(403);
        }
    }
}
