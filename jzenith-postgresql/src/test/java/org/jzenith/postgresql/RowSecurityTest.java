package org.jzenith.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Single;
import io.reactivex.disposables.Disposable;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.context.Identity;
import org.jzenith.core.context.RequestContext;
import org.jzenith.sql.Database;
import org.jzenith.sql.SqlQuery;
import org.jzenith.sql.error.MissingIdentityException;
import org.jzenith.sql.error.SqlException;

/** Policies of row-level security decide by the identity of the request. */
final class RowSecurityTest {

    private static final int ROWS = 5;
    private static final String DATABASE = TestServer.freshDatabase();
    private static RunningApplication application;
    private static Database database;

    @BeforeAll
    static void start() {
        TestServer.run(DATABASE, """
                CREATE ROLE row_security_app LOGIN PASSWORD 'app';
                CREATE TABLE note (tenant text NOT NULL, text text NOT NULL);
                INSERT INTO note SELECT tenant, 'x' FROM unnest(ARRAY['acme', 'umbrella', 'wayne']) tenant, generate_series(1, 5);
                ALTER TABLE note ENABLE ROW LEVEL SECURITY;
                CREATE POLICY own ON note USING (
                    tenant = current_setting('jzenith.tenant', true)
                    OR NULLIF(current_setting('jzenith.roles', true), '')::jsonb ? 'auditor');
                GRANT SELECT, INSERT, UPDATE, DELETE ON note TO row_security_app;
                """);
        application = TestServer.application(DATABASE)
                .withConfiguration("postgresql.username", "row_security_app")
                .withConfiguration("postgresql.password", "app")
                .withConfiguration("postgresql.migrations.enabled", false)
                .withConfiguration("postgresql.row-security.enabled", true)
                .withConfiguration("postgresql.pool.size", 8)
                .withConfiguration("postgresql.pool.max-wait-queue", 10_000)
                .withConfiguration("postgresql.pool.acquire-timeout", "60s")
                .run();
        database = application.get(Database.class);
    }

    @AfterAll
    static void stop() {
        application.stop();
        TestServer.run(DATABASE, "DROP OWNED BY row_security_app; DROP ROLE row_security_app");
    }

    @AfterEach
    void nothingIsLeft() {
        Leaks.assertPoolIsFull(application);
    }

    private static Identity of(final String tenant) {
        return Identity.of("ann", "test").withAttribute("tenant", tenant);
    }

    /** Subscribes to work in the context of a request. */
    private static <T> Single<T> as(final @Nullable Identity identity, final Single<T> work) {
        return Single.create(result -> {
            final RequestContext request = RequestContext.create("test");
            if (identity != null) {
                request.setIdentity(identity);
            }
            request.run(() -> result.setDisposable(work.subscribe(result::onSuccess, result::tryOnError)));
        });
    }

    private static Single<List<String>> tenants() {
        return database.query("SELECT tenant FROM note")
                .map(row -> row.getString("tenant"))
                .list();
    }

    @Test
    void readOnlyTellsTheUser() {
        final Single<List<String>> tenants = database.readOnly()
                .query("SELECT DISTINCT tenant FROM note")
                .as(String.class)
                .list();
        assertThat(as(of("acme"), tenants).blockingGet()).containsExactly("acme");
        assertThat(as(null, tenants).blockingGet()).isEmpty();
    }

    @Test
    void statementsAndTransactionsSeeTheRowsOfTheirTenant() {
        assertThat(as(of("acme"), tenants()).blockingGet()).hasSize(ROWS).containsOnly("acme");
        assertThat(as(
                                of("wayne"),
                                database.withTransaction(tx -> tx.query("SELECT tenant FROM note")
                                        .map(row -> row.getString("tenant"))
                                        .list()))
                        .blockingGet())
                .hasSize(ROWS)
                .containsOnly("wayne");
        assertThat(as(
                                of("umbrella"),
                                database.query("SELECT tenant FROM note").map(row -> row.getString("tenant")).stream()
                                        .toList())
                        .blockingGet())
                .hasSize(ROWS)
                .containsOnly("umbrella");
    }

    @Test
    void withoutAnIdentityThereAreNoRows() {
        assertThat(as(of("acme"), tenants()).blockingGet()).hasSize(ROWS);
        assertThat(as(null, tenants()).blockingGet()).isEmpty();
        assertThat(as(Identity.of("bob", "test"), tenants()).blockingGet()).isEmpty();
        assertThat(as(
                                null,
                                database.withTransaction(tx -> tx.query("SELECT tenant FROM note")
                                        .map(row -> row.getString("tenant"))
                                        .list()))
                        .blockingGet())
                .isEmpty();
    }

    /** It would see no rows, and nobody would notice. */
    @Test
    void workThatIsNoRequestRunsAsSomebody() {
        final SqlQuery<String> notes =
                database.query("SELECT text FROM public.note AS note").as(String.class);
        final Single<Integer> inTransaction = database.withTransaction(
                tx -> tx.query("UPDATE Note SET text = 'z'").rowCount());
        for (final Completable refused : List.of(
                notes.list().ignoreElement(),
                notes.stream().ignoreElements(),
                database.query("DELETE FROM note WHERE text = $1")
                        .batch(List.of(List.of("a"), List.of("b")))
                        .ignoreElement(),
                database.withTransactionCompletable(tx -> tx.query("SELECT text FROM note").as(String.class).stream()
                        .ignoreElements()),
                inTransaction.ignoreElement())) {
            assertThatThrownBy(refused::blockingAwait)
                    .isInstanceOf(MissingIdentityException.class)
                    .hasMessageContaining("code outside a request runs without an identity");
        }
        assertThat(of("acme").runAs(tenants()).blockingGet()).hasSize(ROWS).containsOnly("acme");
        assertThat(of("acme").runAs(inTransaction).blockingGet()).isEqualTo(ROWS);
        assertThat(of("wayne").runAs(notes.stream()).count().blockingGet()).isEqualTo(ROWS);
        assertThat(database.query("SELECT count(*) FROM pg_class")
                        .as(Long.class)
                        .single()
                        .blockingGet())
                .isPositive();
    }

    @Test
    void rolesAreAListAndNoRoleHidesAnother() {
        assertThat(as(of("none").withRoles(List.of("reader", "auditor")), tenants())
                        .blockingGet())
                .hasSize(3 * ROWS);
        assertThat(as(of("none").withRoles(List.of("reader,auditor", "\"auditor\"")), tenants())
                        .blockingGet())
                .isEmpty();
    }

    @Test
    void policiesDecideAboutChanges() {
        assertThat(as(
                                of("acme"),
                                database.query("UPDATE note SET text = 'y' WHERE tenant <> 'acme'")
                                        .rowCount())
                        .blockingGet())
                .isZero();
        assertThatThrownBy(() -> as(
                                of("acme"),
                                database.query("INSERT INTO note VALUES ('wayne', 'forged')")
                                        .rowCount())
                        .blockingGet())
                .isInstanceOf(SqlException.class)
                .hasMessageContaining("42501");
    }

    /** Its statement has a transaction of its own, which the caller cannot see. */
    @Test
    void aStatementOfAUserIsNoTransactionOfTheCaller() {
        assertThatThrownBy(
                        () -> as(of("acme"), database.query("SELECT lastval()").rowCount())
                                .blockingGet())
                .isInstanceOf(SqlException.class)
                .hasMessageContaining("use RETURNING");
        assertThatThrownBy(() -> as(
                                of("acme"),
                                database.query("SET LOCAL work_mem = '1MB'").rowCount())
                        .blockingGet())
                .isInstanceOf(SqlException.class)
                .hasMessageContaining("withTransaction(..)");
    }

    /** Errors and disposed statements in between leave no identity behind on their connection. */
    @Test
    void noRowOfAnotherTenantIsSeenByManyRequests() {
        final List<String> names = List.of("acme", "umbrella", "wayne", "");
        final AtomicInteger rows = new AtomicInteger();
        final List<String> strangers = Flowable.range(0, 4_000)
                .flatMap(
                        number -> {
                            final String tenant = names.get(number % names.size());
                            final Identity identity = tenant.isEmpty() ? null : of(tenant);
                            if (number % 7 == 0) {
                                as(identity, database.query("SELECT 1 / 0").rowCount())
                                        .onErrorReturnItem(0)
                                        .subscribe();
                            } else if (number % 11 == 0) {
                                final Disposable left = as(identity, tenants()).subscribe(ignored -> {}, ignored -> {});
                                left.dispose();
                            }
                            return as(identity, tenants())
                                    .doOnSuccess(seen -> rows.addAndGet(seen.size()))
                                    .flattenAsFlowable(seen -> seen)
                                    .filter(seen -> !seen.equals(tenant));
                        },
                        64)
                .toList()
                .blockingGet();
        assertThat(strangers).isEmpty();
        assertThat(rows).hasValue(3_000 * ROWS);
    }
}
