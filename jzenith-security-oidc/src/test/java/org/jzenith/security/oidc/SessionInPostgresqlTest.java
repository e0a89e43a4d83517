package org.jzenith.security.oidc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.problem.StartException;
import org.jzenith.postgresql.PostgresqlPlugin;
import org.jzenith.sql.Database;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.identity.TestBrowser;
import org.jzenith.test.identity.TestIdentityProvider;

class SessionInPostgresqlTest {

    private static final String COOKIE = "__Host-session";

    @RegisterExtension
    static final TestIdentityProvider PROVIDER = OidcApplication.provider();

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> application());

    private static JZenith application() {
        // The login comes before the database, which is prepared after it.
        return withStore(OidcApplication.of(PROVIDER)).withPlugins(PostgresqlPlugin.create());
    }

    private static JZenith withStore(final JZenith application) {
        return application.withConfiguration("oidc.session.store", "postgresql");
    }

    private TestBrowser browser = TestBrowser.at(URI.create("http://localhost"));

    @BeforeEach
    void openBrowser() {
        browser = TestBrowser.at(APP.http().uri());
        database().query("DELETE FROM oidc_session").execute().blockingAwait();
    }

    private static Database database() {
        return APP.get(Database.class);
    }

    private static List<byte[]> stored() {
        return database()
                .query("SELECT session FROM oidc_session")
                .map(row -> row.getBuffer(0).getBytes())
                .list()
                .blockingGet();
    }

    @Test
    void tableOfAnEarlierVersionIsKeptAndHasOneIndex() {
        database()
                .query("DROP TABLE oidc_session, oidc_session_history")
                .execute()
                .blockingAwait();
        database()
                .query(
                        "CREATE TABLE oidc_session (id text PRIMARY KEY, session bytea NOT NULL, expires_at timestamptz NOT"
                                + " NULL)")
                .execute()
                .blockingAwait();
        database().query("CREATE INDEX ON oidc_session (expires_at)").execute().blockingAwait();
        APP.restart();
        assertThat(database()
                        .query("SELECT count(*) FROM pg_indexes WHERE tablename = 'oidc_session'")
                        .as(Long.class)
                        .single()
                        .blockingGet())
                .isEqualTo(2);
        openBrowser();
        assertThat(browser.open("/page").body()).isEqualTo("page of ann");
    }

    @Test
    void startWithoutMigrationsNamesTheStatementsOfTheTable() {
        database()
                .query("DROP TABLE oidc_session, oidc_session_history")
                .execute()
                .blockingAwait();
        final JZenith application = application()
                .withOverridingConfiguration("rest.port", 0)
                .withOverridingConfiguration("postgresql.migrations.enabled", false);
        for (final String key : List.of("host", "port", "database", "username", "password")) {
            APP.get(Configuration.class)
                    .value("postgresql." + key)
                    .ifPresent(value -> application.withOverridingConfiguration("postgresql." + key, value));
        }
        try {
            assertThatThrownBy(application::run)
                    .hasMessageContaining("create the table yourself: CREATE TABLE IF NOT EXISTS oidc_session (");
        } finally {
            APP.restart();
        }
    }

    @Test
    void sessionIsStoredEncryptedAndOutlivesARestart() throws IOException {
        PROVIDER.claim("groups", "a".repeat(6000));
        assertThat(browser.open("/page").body()).isEqualTo("page of ann");
        assertThat(browser.cookies()).containsOnlyKeys(COOKIE);
        assertThat(browser.cookies().get(COOKIE)).hasSizeLessThan(500);
        assertThat(stored())
                .singleElement()
                .satisfies(session -> assertThat(new String(session, StandardCharsets.US_ASCII).split("\\.", -1))
                        .hasSize(5));
        final String authority = APP.http().uri().getRawAuthority();
        APP.restart();
        // A session belongs to its host and port, which changes in this test only.
        assertThat(OidcApplication.raw(APP.http().uri(), authority, "/", browser.cookies()))
                .endsWith("home of ann");
    }

    @Test
    void logoutDeletesTheSessionAndItsCopies() {
        browser.open("/page");
        final TestBrowser thief = TestBrowser.at(APP.http().uri());
        thief.cookies().putAll(browser.cookies());
        browser.post("/logout", "");
        assertThat(stored()).isEmpty();
        assertThat(thief.get("/").body()).isEqualTo("home of nobody");
    }

    @Test
    void sessionThatIsDeletedElsewhereIsOver() {
        browser.open("/page");
        database().query("DELETE FROM oidc_session").execute().blockingAwait();
        assertThat(browser.get("/").body()).isEqualTo("home of nobody");
    }

    @Test
    void refreshedTokensAreStoredOnceForParallelRequestsAndTheCookieStays() throws Exception {
        PROVIDER.tokenLifetime(Duration.ofSeconds(1));
        browser.open("/login");
        final byte[] before = stored().get(0);
        SessionTest.awaitExpiry();
        PROVIDER.reset(); // a slow login may have refreshed its tokens
        PROVIDER.claim("realm_access", Map.of("roles", List.of("promoted")));
        final CompletableFuture<Void> open = new CompletableFuture<>();
        PROVIDER.holdNextTokens(open);
        final ExecutorService threads = Executors.newFixedThreadPool(10);
        try {
            final List<Future<HttpResponse<String>>> all = IntStream.range(0, 10)
                    .mapToObj(i -> threads.submit(() -> browser.asScript().get("/roles")))
                    .toList();
            open.complete(null);
            for (final Future<HttpResponse<String>> each : all) {
                assertThat(each.get().body()).isEqualTo("promoted none");
                assertThat(each.get().headers().firstValue("Set-Cookie")).isEmpty();
            }
        } finally {
            threads.shutdown();
        }
        assertThat(PROVIDER.count("refresh")).isEqualTo(1);
        assertThat(stored()).singleElement().isNotEqualTo(before);
    }

    @Test
    void sessionThatIsDeletedDuringARefreshDoesNotComeBack() {
        PROVIDER.tokenLifetime(Duration.ofSeconds(1));
        browser.open("/login");
        SessionTest.awaitExpiry();
        PROVIDER.reset(); // a slow login may have refreshed its tokens
        final CompletableFuture<Void> open = new CompletableFuture<>();
        PROVIDER.holdNextTokens(open);
        final CompletableFuture<HttpResponse<String>> response = CompletableFuture.supplyAsync(() -> browser.get("/"));
        while (PROVIDER.count("/token") == 0) {
            Thread.onSpinWait();
        }
        database().query("DELETE FROM oidc_session").execute().blockingAwait();
        open.complete(null);
        assertThat(response.join().body()).isEqualTo("home of nobody");
        assertThat(stored()).isEmpty();
    }

    @Test
    void expiredSessionsAreNoneAndAreDeletedByTheNextLogin() {
        browser.open("/page");
        database()
                .query("UPDATE oidc_session SET expires_at = now() - interval '1 second'")
                .execute()
                .blockingAwait();
        assertThat(browser.get("/").body()).isEqualTo("home of nobody");
        browser.open("/page");
        assertThat(stored()).hasSize(1);
    }

    @Test
    void databaseThatIsMissingFailsTheStart() {
        assertThatThrownBy(() -> withStore(OidcApplication.of(PROVIDER))
                        .withOverridingConfiguration("rest.port", 0)
                        .run())
                .isInstanceOf(StartException.class)
                .hasMessageContaining(
                        "oidc.session.store is 'postgresql', and the application has no plugin 'postgresql'.")
                .hasMessageContaining("Add PostgresqlPlugin.create() to withPlugins(..) (the class"
                        + " org.jzenith.postgresql.PostgresqlPlugin in the artifact"
                        + " org.jzenith:jzenith-postgresql).");
    }

    @Test
    void storeOfTheApplicationContradictsTheSetting() {
        assertThatThrownBy(() -> withStore(OidcApplication.of(
                                PROVIDER.issuer(),
                                OidcPlugin.create().withSessionStore(SessionStoreTest.MemoryStore.class)))
                        .withOverridingConfiguration("rest.port", 0)
                        .run())
                .isInstanceOf(StartException.class)
                .hasMessageContaining("OidcPlugin.withSessionStore(MemoryStore.class) is called");
    }
}
