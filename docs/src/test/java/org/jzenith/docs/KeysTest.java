package org.jzenith.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.jzenith.cache.internal.configuration.CacheConfiguration;
import org.jzenith.core.PluginSource;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.configuration.ConfigurationKey;
import org.jzenith.core.internal.configuration.HealthConfiguration;
import org.jzenith.core.internal.configuration.JZenithConfiguration;
import org.jzenith.http.internal.configuration.HttpConfiguration;
import org.jzenith.http.internal.configuration.StaticFilesConfiguration;
import org.jzenith.javascript.internal.configuration.JavaScriptConfiguration;
import org.jzenith.jobs.internal.configuration.JobsConfiguration;
import org.jzenith.kafka.internal.configuration.KafkaConfiguration;
import org.jzenith.logging.LoggingPlugin;
import org.jzenith.messages.internal.configuration.TopicConfiguration;
import org.jzenith.mysql.internal.configuration.MysqlConfiguration;
import org.jzenith.observability.AdminPlugin;
import org.jzenith.observability.ObservabilityPlugin;
import org.jzenith.openapi.internal.configuration.OpenApiConfiguration;
import org.jzenith.postgresql.internal.configuration.PostgresqlConfiguration;
import org.jzenith.redis.internal.configuration.RedisConfiguration;
import org.jzenith.rest.internal.configuration.RestConfiguration;
import org.jzenith.restclient.internal.configuration.AllClientsConfiguration;
import org.jzenith.restclient.internal.configuration.RestClientConfiguration;
import org.jzenith.security.SecurityPlugin;
import org.jzenith.security.embedded.EmbeddedIdentityProvider;
import org.jzenith.security.jwt.IntrospectionPlugin;
import org.jzenith.security.jwt.JwtPlugin;
import org.jzenith.security.oidc.OidcPlugin;
import org.jzenith.security.password.Users;
import org.jzenith.test.KeyTable;
import org.jzenith.tracing.TracingPlugin;
import org.jzenith.websocket.internal.connection.WebSocketConfiguration;

/** The tables of keys in the documents are those of the code; with {@code -Dsnippets.update=true} they follow. */
final class KeysTest {

    static List<Arguments> plugins() {
        return List.of(
                Arguments.of("jzenith", JZenithConfiguration.class),
                Arguments.of("health", HealthConfiguration.class),
                Arguments.of("rest", RestConfiguration.class),
                Arguments.of("mysql", MysqlConfiguration.class),
                Arguments.of("postgresql", PostgresqlConfiguration.class),
                Arguments.of("redis", RedisConfiguration.class),
                Arguments.of("kafka", KafkaConfiguration.class));
    }

    @Test
    void theKeysThatNeedJakartaRestAreNamed() throws IOException {
        final String page = Files.readString(Repository.root().resolve("docs/settings.md"));
        final String sentence =
                page.substring(page.indexOf("These settings need Jakarta REST"), page.indexOf("<!-- keys:begin rest"));
        final List<String> named = Pattern.compile("`(rest\\.[^`]+)`")
                .matcher(sentence)
                .results()
                .map(match -> match.group(1))
                .toList();
        final List<String> withoutRest = names(HttpConfiguration.class);
        assertThat(names(RestConfiguration.class).stream()
                        .filter(key -> !withoutRest.contains(key))
                        .map(key -> named.contains(key) ? key : key.replaceFirst("^(rest\\.[^.]+)\\..*", "$1.*"))
                        .distinct())
                .containsExactlyInAnyOrderElementsOf(named);
    }

    private static List<String> names(final Class<?> type) {
        return Configuration.keys(List.of(type)).stream()
                .map(ConfigurationKey::name)
                .toList();
    }

    @Test
    void theTableOfKeysOfCachesIsThatOfTheCode() throws IOException {
        compare(Repository.root().resolve("docs/cache.md"), "cache", CacheConfiguration.class);
    }

    @Test
    void theTableOfKeysOfMessagesIsThatOfTheCode() throws IOException {
        compare(Repository.root().resolve("docs/messages.md"), "messages", TopicConfiguration.class);
    }

    @Test
    void theTableOfKeysOfJobsIsThatOfTheCode() throws IOException {
        compare(Repository.root().resolve("docs/jobs.md"), "jobs", JobsConfiguration.class);
    }

    @Test
    void theTableOfKeysOfStaticFilesIsThatOfTheCode() throws IOException {
        compare(Repository.root().resolve("docs/static-files.md"), "static-files", StaticFilesConfiguration.class);
    }

    @Test
    void theTableOfKeysOfWebSocketsIsThatOfTheCode() throws IOException {
        compare(Repository.root().resolve("docs/websocket.md"), "websocket", WebSocketConfiguration.class);
    }

    @Test
    void theTableOfKeysOfJavaScriptIsThatOfTheCode() throws IOException {
        compare(Repository.root().resolve("docs/javascript.md"), "javascript", JavaScriptConfiguration.class);
    }

    @Test
    void theTableOfKeysOfRestClientsIsThatOfTheCode() throws IOException {
        compare(
                Repository.root().resolve("docs/rest-client.md"),
                "rest-client",
                List.of(RestClientConfiguration.class, AllClientsConfiguration.class));
    }

    @Test
    void theTableOfKeysOfOpenApiIsThatOfTheCode() throws IOException {
        compare(Repository.root().resolve("docs/openapi.md"), "openapi", OpenApiConfiguration.class);
    }

    @Test
    void theTableOfKeysOfMetricsIsThatOfTheCode() throws IOException {
        compare(
                Repository.root().resolve("docs/observability.md"),
                "metrics",
                ObservabilityPlugin.create().plugin().configurations());
    }

    @Test
    void theTableOfKeysOfTracesIsThatOfTheCode() throws IOException {
        compare(
                Repository.root().resolve("docs/tracing.md"),
                "tracing",
                TracingPlugin.create().plugin().configurations());
    }

    @Test
    void theTableOfKeysOfTheOperatorsPageIsThatOfTheCode() throws IOException {
        compare(
                Repository.root().resolve("docs/admin.md"),
                "admin",
                AdminPlugin.create().plugin().configurations());
    }

    static List<Arguments> furtherPlugins() {
        return List.of(
                Arguments.of(
                        "security",
                        SecurityPlugin.create()
                                .withBasicAuthentication(Users.fromSettings())
                                .withApiKeys()
                                .withClientCertificates()
                                .withTickets()),
                Arguments.of("jwt", JwtPlugin.create()),
                Arguments.of("introspection", IntrospectionPlugin.create()),
                Arguments.of("oidc", OidcPlugin.create()),
                Arguments.of("identity-provider", EmbeddedIdentityProvider.create()),
                Arguments.of("logging", LoggingPlugin.create()));
    }

    @ParameterizedTest
    @MethodSource("furtherPlugins")
    void theTablesOfKeysOfFurtherPluginsAreThoseOfTheCode(final String name, final PluginSource plugin)
            throws IOException {
        compare(
                Repository.root().resolve("docs/settings.md"),
                name,
                plugin.plugin().configurations());
    }

    @ParameterizedTest
    @MethodSource("plugins")
    void theTableOfKeysIsThatOfTheCode(final String name, final Class<?> type) throws IOException {
        compare(Repository.root().resolve("docs/settings.md"), name, type);
    }

    private static void compare(final Path file, final String name, final Class<?> type) throws IOException {
        compare(file, name, List.of(type));
    }

    private static void compare(final Path file, final String name, final List<Class<?>> types) throws IOException {
        final String document = Repository.read(file);
        final String expected = KeyTable.of(types).insertedInto(document, name);
        if (Boolean.getBoolean("snippets.update") && !document.equals(expected)) {
            Files.writeString(file, expected);
        }
        assertThat(Repository.read(file)).isEqualTo(expected);
    }
}
