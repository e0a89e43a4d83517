package org.jzenith.messages.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reactivex.Completable;
import io.reactivex.subjects.CompletableSubject;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.jzenith.core.RunningApplication;
import org.jzenith.messages.plugin.MessagesPlugin;
import org.jzenith.messages.sql.internal.outbox.OutboxTable;
import org.jzenith.sql.Database;

/** Work that is done once, and tables that are missing. */
class OnceTest {

    private static final Map<TestDatabase, RunningApplication> APPLICATIONS = new EnumMap<>(TestDatabase.class);

    private static RunningApplication application(final TestDatabase product) {
        return APPLICATIONS.computeIfAbsent(
                product,
                each -> each.application(each.create())
                        .withPlugins(MessagesPlugin.create(), SqlMessagesPlugin.create())
                        .run());
    }

    static Stream<TestDatabase> products() {
        return Stream.of(TestDatabase.POSTGRESQL);
    }

    @AfterAll
    static void stop() {
        APPLICATIONS.values().forEach(RunningApplication::close);
        APPLICATIONS.clear();
    }

    private static Completable run(final TestDatabase product, final Once once, final Completable work) {
        return application(product).get(Database.class).withTransactionCompletable(tx -> once.run(tx, () -> work));
    }

    @ParameterizedTest
    @MethodSource("products")
    void workIsDoneOnceForEachConsumerAndKey(final TestDatabase product) {
        final AtomicInteger runs = new AtomicInteger();
        final Completable work = Completable.fromAction(runs::incrementAndGet);
        run(product, Once.of("mail", "1"), work).blockingAwait();
        run(product, Once.of("mail", "1"), work).blockingAwait();
        assertThat(runs).hasValue(1);
        run(product, Once.of("mail", "1 "), work).blockingAwait();
        run(product, Once.of("Mail", "1"), work).blockingAwait();
        run(product, Once.of("mail", "ü".repeat(200)), work).blockingAwait();
        assertThat(runs).hasValue(4);
    }

    @ParameterizedTest
    @MethodSource("products")
    void workOfARolledBackTransactionIsDoneAgain(final TestDatabase product) {
        final AtomicInteger runs = new AtomicInteger();
        final Once once = Once.of("mail", "rolled-back");
        assertThatThrownBy(() -> run(
                                product,
                                once,
                                Completable.error(() -> new IllegalStateException("run " + runs.incrementAndGet())))
                        .blockingAwait())
                .hasMessage("run 1");
        run(product, once, Completable.fromAction(runs::incrementAndGet)).blockingAwait();
        assertThat(runs).hasValue(2);
    }

    @ParameterizedTest
    @MethodSource("products")
    void aSecondTransactionWaitsForTheFirst(final TestDatabase product) {
        final AtomicInteger runs = new AtomicInteger();
        final Once once = Once.of("mail", "at-once");
        final CompletableSubject started = CompletableSubject.create();
        final CompletableSubject release = CompletableSubject.create();
        final var first = run(
                        product,
                        once,
                        Completable.fromAction(started::onComplete).andThen(release))
                .test();
        started.blockingAwait();
        final var second = run(product, once, Completable.fromAction(runs::incrementAndGet))
                .test();
        release.onComplete();
        assertThat(first.awaitTerminalEvent(60, TimeUnit.SECONDS)).isTrue();
        assertThat(second.awaitTerminalEvent(60, TimeUnit.SECONDS)).isTrue();
        first.assertComplete();
        second.assertComplete();
        assertThat(runs).hasValue(0);
    }

    @ParameterizedTest
    @MethodSource("products")
    void oldKeysAreForgotten(final TestDatabase product) {
        final AtomicInteger runs = new AtomicInteger();
        final Once once = Once.of("mail", "old");
        final Completable work = Completable.fromAction(runs::incrementAndGet);
        run(product, once, work).blockingAwait();
        final RunningApplication application = application(product);
        application
                .get(Database.class)
                .query("UPDATE jzenith_once SET at = '2020-01-01 00:00:00'")
                .execute()
                .blockingAwait();
        application.get(OutboxTable.class).forget(Duration.ofDays(7)).blockingAwait();
        run(product, once, work).blockingAwait();
        assertThat(runs).hasValue(2);
    }

    @Test
    void anEmptyOrLongKeyIsRefused() {
        assertThatThrownBy(() -> Once.of("mail", ""))
                .hasMessage("The key of Once has 0 characters. Use 1 to 200, such as the id of a message.");
        assertThatThrownBy(() -> Once.of("x".repeat(201), "1")).hasMessageStartingWith("The consumer of Once has 201");
    }

    @ParameterizedTest
    @MethodSource("products")
    void withoutMigrationsStartupPrintsTheStatements(final TestDatabase product) {
        final String prefix = product == TestDatabase.POSTGRESQL ? "postgresql" : "mysql";
        final String database = product.create();
        assertThatThrownBy(() -> product.application(database)
                        .withPlugins(MessagesPlugin.create(), SqlMessagesPlugin.create())
                        .withConfiguration(prefix + ".migrations.enabled", false)
                        .run())
                .hasMessageContaining("or run: CREATE TABLE IF NOT EXISTS jzenith_");
    }
}
