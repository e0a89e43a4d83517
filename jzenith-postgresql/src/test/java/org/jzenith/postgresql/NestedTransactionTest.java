package org.jzenith.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Maybe;
import io.reactivex.disposables.Disposable;
import io.reactivex.disposables.SerialDisposable;
import io.reactivex.observers.TestObserver;
import io.reactivex.subjects.CompletableSubject;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.jzenith.core.RunningApplication;
import org.jzenith.sql.Database;
import org.jzenith.sql.Queries;
import org.jzenith.sql.SqlTransaction;
import org.jzenith.sql.error.SqlException;
import org.jzenith.sql.error.UniqueViolationException;

class NestedTransactionTest {

    private static final String DATABASE = TestServer.freshDatabase();
    private static RunningApplication application;
    private static Database database;

    @BeforeAll
    static void start() {
        application = TestServer.application(DATABASE).run();
        database = application.get(Database.class);
        TestServer.run(DATABASE, "CREATE TABLE item (id int PRIMARY KEY)");
    }

    @AfterAll
    static void stop() {
        application.stop();
    }

    @BeforeEach
    void empty() {
        TestServer.run(DATABASE, "TRUNCATE item");
    }

    @AfterEach
    void nothingIsLeft() {
        Leaks.assertPoolIsFull(application);
    }

    /** Each kind of nested work, around the same steps. */
    private interface Kind {
        Completable run(SqlTransaction tx, Function<SqlTransaction, Completable> steps);
    }

    static Stream<Kind> kinds() {
        return Stream.of(
                (tx, steps) -> tx.nested(inner -> steps.apply(inner).toSingleDefault(1))
                        .ignoreElement(),
                (tx, steps) -> tx.nestedMaybe(inner -> steps.apply(inner).<Integer>toMaybe())
                        .ignoreElement(),
                (tx, steps) -> tx.nestedCompletable(steps),
                (tx, steps) -> tx.nestedFlowable(inner -> steps.apply(inner).andThen(Flowable.range(1, 3)))
                        .ignoreElements());
    }

    private static Completable insert(final Queries queries, final int id) {
        return queries.query("INSERT INTO item VALUES ($1)", id).execute();
    }

    private static List<Integer> items() {
        return database.query("SELECT id FROM item ORDER BY id")
                .map(row -> row.getInteger(0))
                .list()
                .blockingGet();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void successKeepsTheChanges(final Kind kind) {
        database.withTransactionCompletable(tx -> insert(tx, 1)
                        .andThen(kind.run(tx, inner -> insert(inner, 2)))
                        .andThen(insert(tx, 3)))
                .blockingAwait();
        assertThat(items()).containsExactly(1, 2, 3);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void anErrorUndoesTheNestedChangesAlone(final Kind kind) {
        final List<Throwable> errors = new ArrayList<>();
        database.withTransactionCompletable(tx -> insert(tx, 1)
                        .andThen(kind.run(tx, inner -> insert(inner, 2).andThen(insert(inner, 1)))
                                .doOnError(errors::add)
                                .onErrorComplete())
                        .andThen(insert(tx, 3)))
                .blockingAwait();
        assertThat(items()).containsExactly(1, 3);
        assertThat(errors).singleElement().isInstanceOf(UniqueViolationException.class);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void anExceptionOfTheCallbackUndoesNothingElse(final Kind kind) {
        database.withTransactionCompletable(tx -> insert(tx, 1)
                        .andThen(kind.run(tx, inner -> {
                                    throw new IllegalArgumentException("thrown");
                                })
                                .onErrorComplete(error -> "thrown".equals(error.getMessage())))
                        .andThen(insert(tx, 3)))
                .blockingAwait();
        assertThat(items()).containsExactly(1, 3);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void disposeUndoesTheNestedChangesAlone(final Kind kind) {
        database.withTransactionCompletable(tx -> {
                    final CompletableSubject inserted = CompletableSubject.create();
                    final Disposable nested = kind.run(
                                    tx,
                                    inner -> insert(inner, 2)
                                            .doOnComplete(inserted::onComplete)
                                            .andThen(Completable.never()))
                            .subscribe();
                    return inserted.doOnComplete(nested::dispose).andThen(Completable.defer(() -> insert(tx, 3)));
                })
                .blockingAwait();
        assertThat(items()).containsExactly(3);
    }

    @Test
    void disposeUndoesWhatIsNestedDeeperToo() {
        database.withTransactionCompletable(tx -> {
                    final CompletableSubject inserted = CompletableSubject.create();
                    final Disposable nested = tx.nestedCompletable(inner -> insert(inner, 2)
                                    .andThen(inner.nestedCompletable(deeper -> insert(deeper, 3)
                                            .doOnComplete(inserted::onComplete)
                                            .andThen(Completable.never()))))
                            .subscribe();
                    return inserted.doOnComplete(nested::dispose).andThen(Completable.defer(() -> insert(tx, 4)));
                })
                .blockingAwait();
        assertThat(items()).containsExactly(4);
    }

    /** Ends a nested transaction and then the work on another thread, while the event loop of the connection runs neither. */
    private static Completable disposedBeforeTheEnd(final SqlTransaction tx, final int id) {
        return Completable.create(end -> {
            final SerialDisposable nested = new SerialDisposable();
            nested.set(tx.nestedCompletable(inner -> insert(inner, id)
                            .doOnComplete(() -> CompletableFuture.runAsync(() -> {
                                        nested.dispose();
                                        end.onComplete();
                                    })
                                    .join())
                            .andThen(Completable.never()))
                    .subscribe());
        });
    }

    @Test
    void disposeOnAnotherThreadUndoesTheChangesBeforeTheCommit() {
        database.withTransactionCompletable(tx -> insert(tx, 1).andThen(disposedBeforeTheEnd(tx, 2)))
                .blockingAwait();
        assertThat(items()).containsExactly(1);
    }

    @Test
    void disposeOnAnotherThreadUndoesTheChangesBeforeTheEndOfANestedTransaction() {
        database.withTransactionCompletable(tx -> tx.nestedCompletable(
                                inner -> insert(inner, 1).andThen(disposedBeforeTheEnd(inner, 2)))
                        .andThen(insert(tx, 3)))
                .blockingAwait();
        assertThat(items()).containsExactly(1, 3);
    }

    @Test
    void disposeAfterTheEndOfANestedTransactionWasSentKeepsItsChanges() {
        final List<String> actions = new CopyOnWriteArrayList<>();
        database.withTransactionCompletable(tx -> Completable.create(sent -> {
                            final SerialDisposable nested = new SerialDisposable();
                            nested.set(tx.nestedCompletable(inner -> {
                                        inner.afterCommit(() -> actions.add("kept"));
                                        return insert(inner, 1).andThen(Completable.create(end -> {
                                            end.onComplete();
                                            nested.dispose();
                                            sent.onComplete();
                                        }));
                                    })
                                    .subscribe());
                        })
                        .andThen(Completable.defer(() -> insert(tx, 2))))
                .blockingAwait();
        assertThat(items()).containsExactly(1, 2);
        assertThat(actions).containsExactly("kept");
    }

    @Test
    void aNestedTransactionThatIsDisposedAtOnceLeavesTheOuterOneAlone() {
        database.withTransactionCompletable(tx -> insert(tx, 1).andThen(Completable.defer(() -> {
                    final TestObserver<Void> unused =
                            tx.nestedCompletable(inner -> insert(inner, 2)).test(true);
                    return insert(tx, 3);
                })))
                .blockingAwait();
        assertThat(items()).containsExactly(1, 3);
    }

    /** The connection then belongs to another transaction, whose savepoints have the same names. */
    @Test
    void aNestedTransactionThatOutlivesItsOuterOneSendsNothing() {
        final RunningApplication small = TestServer.application(DATABASE)
                .withConfiguration("postgresql.pool.size", 1)
                .run();
        final Database one = small.get(Database.class);
        final CompletableSubject late = CompletableSubject.create();
        final TestObserver<Void> outliving = new TestObserver<>();
        assertThatThrownBy(() -> one.withTransactionCompletable(tx -> {
                            final CompletableSubject inserted = CompletableSubject.create();
                            tx.nestedCompletable(inner -> insert(inner, 1)
                                            .doOnComplete(inserted::onComplete)
                                            .andThen(late))
                                    .subscribe(outliving);
                            return inserted;
                        })
                        .blockingAwait())
                .isInstanceOf(IllegalStateException.class);
        one.withTransactionCompletable(tx -> tx.nestedCompletable(
                        inner -> insert(inner, 2).andThen(Completable.fromAction(late::onComplete))))
                .blockingAwait();
        assertThat(outliving.awaitTerminalEvent(20, TimeUnit.SECONDS)).isTrue();
        outliving.assertError(IllegalStateException.class);
        assertThat(items()).containsExactly(2);
        small.stop();
    }

    @Test
    void anErrorOfTheOuterTransactionUndoesTheNestedOneToo() {
        assertThatThrownBy(() -> database.withTransactionCompletable(
                                tx -> tx.nestedCompletable(inner -> insert(inner, 1))
                                        .andThen(Completable.error(new IllegalArgumentException("outer"))))
                        .blockingAwait())
                .hasMessage("outer");
        assertThat(items()).isEmpty();
    }

    @Test
    void depthIsNotLimited() {
        database.withTransactionCompletable(tx -> nest(tx, 1)).blockingAwait();
        assertThat(items()).containsExactly(1, 2, 3, 4);
    }

    /** Inserts at each depth, and fails at that of 5, where the failure ends. */
    private static Completable nest(final SqlTransaction tx, final int depth) {
        return insert(tx, depth)
                .andThen(
                        depth == 5
                                ? insert(tx, 1)
                                : Completable.defer(() -> tx.nestedCompletable(inner -> nest(inner, depth + 1))
                                        .onErrorComplete(error -> depth == 4)));
    }

    @Test
    void aSwallowedErrorOfAStatementUndoesTheNestedTransaction() {
        database.withTransactionCompletable(tx -> insert(tx, 1)
                        .andThen(tx.nestedCompletable(inner -> insert(inner, 2)
                                        .andThen(insert(inner, 1).onErrorComplete()))
                                .onErrorComplete(error ->
                                        error instanceof SqlException failed && "25P02".equals(failed.sqlState())))
                        .andThen(insert(tx, 3)))
                .blockingAwait();
        assertThat(items()).containsExactly(1, 3);
    }

    @Test
    void aSavepointByHandLetsTheTransactionCommit() {
        database.withTransactionCompletable(tx -> insert(tx, 1)
                        .andThen(tx.query("SAVEPOINT mine").execute())
                        .andThen(insert(tx, 1).onErrorComplete())
                        .andThen(tx.query("ROLLBACK TO SAVEPOINT mine").execute())
                        .andThen(insert(tx, 2)))
                .blockingAwait();
        assertThat(items()).containsExactly(1, 2);
    }

    @Test
    void thousandFailuresLeaveNothingOnTheServer() {
        database.withTransactionCompletable(tx -> insert(tx, 1)
                        .andThen(Flowable.range(0, 1_000)
                                .concatMapCompletable(number -> tx.nestedCompletable(inner -> insert(inner, 1))
                                        .onErrorComplete()))
                        .andThen(insert(tx, 2)))
                .blockingAwait();
        assertThat(items()).containsExactly(1, 2);
    }

    @Test
    void rowsOfAStreamMayHaveNestedTransactions() {
        TestServer.run(DATABASE, "INSERT INTO item SELECT generate_series(1, 1000)");
        database.withTransactionCompletable(tx ->
                        tx.query("SELECT id FROM item ORDER BY id").map(row -> row.getInteger(0)).stream(10)
                                .concatMapCompletable(id -> tx.nestedCompletable(
                                                inner -> insert(inner, id % 2 == 0 ? id : id + 1_000))
                                        .onErrorComplete()))
                .blockingAwait();
        assertThat(items()).hasSize(1_500);
    }

    @Test
    void whileANestedOneIsOpenTheOuterOneRunsNothing() {
        final List<Throwable> errors = new CopyOnWriteArrayList<>();
        database.withTransactionCompletable(tx -> tx.nestedCompletable(inner -> Completable.concatArray(
                                insert(tx, 1).doOnError(errors::add).onErrorComplete(),
                                tx.nestedCompletable(second -> insert(second, 1))
                                        .doOnError(errors::add)
                                        .onErrorComplete(),
                                tx.query("SELECT 1").stream()
                                        .ignoreElements()
                                        .doOnError(errors::add)
                                        .onErrorComplete(),
                                insert(inner, 2)))
                        .andThen(insert(tx, 3)))
                .blockingAwait();
        assertThat(items()).containsExactly(2, 3);
        assertThat(errors)
                .hasSize(3)
                .allSatisfy(error -> assertThat(error)
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("nested"));
    }

    @Test
    void aNestedTransactionThatTheWorkDoesNotAwaitRollsBack() {
        assertThatThrownBy(() -> database.withTransactionCompletable(tx -> {
                            final CompletableSubject begun = CompletableSubject.create();
                            final Disposable unused = tx.nestedCompletable(inner -> insert(inner, 1)
                                            .doOnComplete(begun::onComplete)
                                            .andThen(Completable.never()))
                                    .subscribe();
                            return begun;
                        })
                        .blockingAwait())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("Chain the nested transaction");
        assertThat(items()).isEmpty();
    }

    @Test
    void aNestedTransactionIsOfNoUseAfterItsEnd() {
        assertThatThrownBy(() -> database.withTransactionCompletable(tx -> {
                            final List<SqlTransaction> kept = new ArrayList<>();
                            return tx.nestedCompletable(inner -> {
                                        kept.add(inner);
                                        return Completable.complete();
                                    })
                                    .andThen(Completable.defer(() -> insert(kept.get(0), 1)));
                        })
                        .blockingAwait())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("has ended");
    }

    @Test
    void actionsRunAfterTheCommitIfAllTransactionsAroundThemAreKept() {
        final List<String> actions = new CopyOnWriteArrayList<>();
        final Integer result = database.withTransaction(tx -> {
                    tx.afterCommit(() -> actions.add(
                            "others see " + TestServer.count(DATABASE, "SELECT count(*) FROM item") + " rows"));
                    return insert(tx, 1)
                            .andThen(tx.nestedCompletable(inner -> {
                                inner.afterCommit(() -> {
                                    throw new IllegalStateException("of no consequence");
                                });
                                inner.afterCommit(() -> {
                                    throw new AssertionError("of no consequence");
                                });
                                inner.afterCommit(() -> actions.add("kept"));
                                return insert(inner, 2);
                            }))
                            .andThen(tx.nestedCompletable(inner -> {
                                        inner.afterCommit(() -> actions.add("undone"));
                                        return insert(inner, 1);
                                    })
                                    .onErrorComplete())
                            .andThen(tx.nestedMaybe(
                                    inner -> Maybe.fromAction(() -> inner.afterCommit(() -> actions.add("last")))))
                            .ignoreElement()
                            .toSingleDefault(actions.size());
                })
                .doOnSuccess(before -> actions.add("caller"))
                .blockingGet();
        assertThat(result).isZero();
        assertThat(actions).containsExactly("others see 2 rows", "kept", "last", "caller");
    }

    @Test
    void noActionRunsAfterARollback() {
        final List<String> actions = new CopyOnWriteArrayList<>();
        assertThatThrownBy(() -> database.withTransactionCompletable(tx -> {
                            tx.afterCommit(() -> actions.add("never"));
                            return Completable.error(new IllegalArgumentException("no"));
                        })
                        .blockingAwait())
                .hasMessage("no");
        assertThat(actions).isEmpty();
    }
}
