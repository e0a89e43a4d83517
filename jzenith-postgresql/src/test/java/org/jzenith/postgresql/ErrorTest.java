package org.jzenith.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import ch.qos.logback.classic.Level;
import io.reactivex.Completable;
import io.reactivex.subjects.CompletableSubject;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.jzenith.core.RunningApplication;
import org.jzenith.postgresql.internal.pgclient.PgDriver;
import org.jzenith.sql.Database;
import org.jzenith.sql.error.ForeignKeyViolationException;
import org.jzenith.sql.error.InvalidValueException;
import org.jzenith.sql.error.LockNotAvailableException;
import org.jzenith.sql.error.SerializationFailureException;
import org.jzenith.sql.error.SqlException;
import org.jzenith.sql.error.UniqueViolationException;
import org.jzenith.sql.text.SqlText;
import org.jzenith.test.internal.log.LogLines;

class ErrorTest {

    private static final String SECRET = "s3cret-value";
    private static final String DATABASE = TestServer.freshDatabase();
    private static RunningApplication application;
    private static Database database;

    @BeforeAll
    static void start() {
        application = TestServer.application(DATABASE).run();
        database = application.get(Database.class);
        TestServer.run(DATABASE, """
                CREATE TABLE parent (id text CONSTRAINT parent_key PRIMARY KEY,
                                     size int CONSTRAINT parent_size CHECK (size < 10),
                                     note text NOT NULL DEFAULT '-',
                                     short varchar(3),
                                     EXCLUDE USING btree (short WITH =));
                CREATE TABLE child (id text CONSTRAINT child_parent REFERENCES parent);
                INSERT INTO parent VALUES ('s3cret-value', 1, 'x', 'abc'), ('b', 1, 'x', 'b');
                """);
    }

    @AfterAll
    static void stop() {
        application.stop();
    }

    @AfterEach
    void nothingIsLeft() {
        Leaks.assertPoolIsFull(application);
    }

    static Stream<Arguments> failures() {
        return Stream.of(
                Arguments.of(
                        UniqueViolationException.class,
                        "23505",
                        "parent_key",
                        "INSERT INTO parent VALUES ($1)",
                        new Object[] {SECRET}),
                Arguments.of(
                        ForeignKeyViolationException.class,
                        "23503",
                        "child_parent",
                        "INSERT INTO child VALUES ($1)",
                        new Object[] {SECRET + "2"}),
                Arguments.of(
                        SqlException.class,
                        "23502",
                        null,
                        "INSERT INTO parent (id, note) VALUES ($1, NULL)",
                        new Object[] {SECRET + "3"}),
                Arguments.of(
                        SqlException.class,
                        "23514",
                        "parent_size",
                        "INSERT INTO parent VALUES ($1, 4711)",
                        new Object[] {SECRET + "4"}),
                Arguments.of(
                        SqlException.class,
                        "23P01",
                        "parent_short_excl",
                        "INSERT INTO parent (id, short) VALUES ($1, 'abc')",
                        new Object[] {SECRET + "5"}),
                Arguments.of(InvalidValueException.class, "22P02", null, "SELECT $1::text::int", new Object[] {SECRET}),
                Arguments.of(
                        InvalidValueException.class,
                        "22001",
                        null,
                        "UPDATE parent SET short = $1::text WHERE id = 'b'",
                        new Object[] {SECRET}),
                Arguments.of(InvalidValueException.class, null, null, "SELECT $1::int", new Object[] {SECRET}),
                Arguments.of(InvalidValueException.class, null, null, "SELECT $1::int", new Object[] {1, SECRET}),
                Arguments.of(InvalidValueException.class, "22012", null, "SELECT 1 / $1", new Object[] {0}),
                Arguments.of(SqlException.class, "42601", null, "SELEKT $1", new Object[] {SECRET}),
                Arguments.of(SqlException.class, "42P01", null, "SELECT * FROM nowhere", new Object[] {}),
                Arguments.of(SqlException.class, "42703", null, "SELECT nothing FROM parent", new Object[] {}));
    }

    /** A statement with values in its text is a mistake, but must not reveal them. */
    @Test
    void literalsInTheTextOfAStatementAreNotInTheMessage() {
        final SqlException error = failure(database.query("INSERT INTO parent VALUES ('s3cret-value', 4 /* of Ann */)")
                .execute());
        assertThat(error)
                .hasMessage("a value that must be unique exists already, constraint parent_key (SQLSTATE 23505) in:"
                        + " INSERT INTO parent VALUES (****, **** )");
        assertThat(error.toString()).doesNotContain(SECRET);
    }

    @ParameterizedTest
    @MethodSource("failures")
    void errorsHaveTypesAndNoValues(
            final Class<?> type,
            final @Nullable String sqlState,
            final @Nullable String constraint,
            final String sql,
            final Object[] values) {
        final SqlException error = failure(database.query(sql, values).execute());
        assertThat(error).isExactlyInstanceOf(type);
        assertThat(error.sqlState()).isEqualTo(sqlState);
        assertThat(error.constraint()).isEqualTo(constraint);
        assertThat(error).hasMessageContaining(new SqlText(sql, PgDriver.LEXIS).toString());
        assertThat(everything(error)).doesNotContain(SECRET).doesNotContain("Failing row");
    }

    private static SqlException failure(final Completable completable) {
        final SqlException error = catchThrowableOfType(SqlException.class, completable::blockingAwait);
        assertThat(error).isNotNull();
        return error;
    }

    private static String everything(final Throwable error) {
        final StringWriter text = new StringWriter();
        error.printStackTrace(new PrintWriter(text));
        return text.toString();
    }

    @Test
    void aStatementThatFailsLeavesTheOthersAlone() {
        final java.util.List<String> results = io.reactivex.Flowable.range(0, 200)
                .flatMapSingle(number -> database.query("SELECT 1 / $1", number % 2)
                        .single()
                        .map(row -> "fine")
                        .onErrorReturn(error -> error.getClass().getSimpleName()))
                .toList()
                .blockingGet();
        assertThat(results).filteredOn("fine"::equals).hasSize(100);
        assertThat(results).filteredOn("InvalidValueException"::equals).hasSize(100);
    }

    @Test
    void aDeadlockIsASerializationFailure() {
        final AtomicInteger holding = new AtomicInteger();
        final CompletableSubject both = CompletableSubject.create();
        final Completable oneWay = locking("s3cret-value", "b", holding, both);
        final Completable otherWay = locking("b", "s3cret-value", holding, both);
        final SqlException error = failure(Completable.mergeArrayDelayError(oneWay, otherWay));
        assertThat(error).isInstanceOf(SerializationFailureException.class);
        assertThat(error.sqlState()).isEqualTo("40P01");
    }

    private static Completable locking(
            final String first, final String second, final AtomicInteger holding, final CompletableSubject both) {
        return database.withTransactionCompletable(tx -> tx.query(
                        "SELECT 1 FROM parent WHERE id = $1 FOR UPDATE", first)
                .execute()
                .doOnComplete(() -> {
                    if (holding.incrementAndGet() == 2) {
                        both.onComplete();
                    }
                })
                .andThen(both)
                .andThen(Completable.defer(() -> tx.query("SELECT 1 FROM parent WHERE id = $1 FOR UPDATE", second)
                        .execute())));
    }

    @Test
    void aLockThatIsTakenIsTyped() {
        final SqlException error =
                failure(database.withTransactionCompletable(holder -> holder.query("SELECT 1 FROM parent FOR UPDATE")
                        .execute()
                        .andThen(Completable.defer(() -> database.query("SELECT 1 FROM parent FOR UPDATE NOWAIT")
                                .execute()))));
        assertThat(error).isInstanceOf(LockNotAvailableException.class);
    }

    @Test
    void aMissingRightIsTyped() {
        TestServer.run(DATABASE, "CREATE ROLE nobody");
        final SqlException error = failure(database.withTransactionCompletable(tx -> tx.query("SET LOCAL ROLE nobody")
                .execute()
                .andThen(
                        Completable.defer(() -> tx.query("SELECT * FROM parent").execute()))));
        assertThat(error).isExactlyInstanceOf(SqlException.class);
        assertThat(error.sqlState()).isEqualTo("42501");
    }

    @Test
    void theServersOwnWordsAreKeptWhereTheyHoldNoValues() {
        assertThat(failure(database.query("SELECT * FROM nowhere").execute()))
                .hasMessage("relation \"nowhere\" does not exist (SQLSTATE 42P01) in: SELECT * FROM nowhere");
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "->", quoteCharacter = '~', textBlock = """
                    RAISE EXCEPTION 'sorry, %', given; -> code in the database raised an error (SQLSTATE P0001)
                    RAISE '%', given USING ERRCODE = '57014'; -> code in the database raised an error (SQLSTATE 57014)
                    RAISE '%', given USING ERRCODE = '42501'; -> code in the database raised an error (SQLSTATE 42501)
                    ASSERT false, given; -> code in the database raised an error (SQLSTATE P0004)
                    EXECUTE 'SELECT ' || quote_ident(given); -> column "****" does not exist (SQLSTATE 42703)
                    EXECUTE given; -> syntax error at or near "****" (SQLSTATE 42601)
                    PERFORM given::regclass; -> relation "****" does not exist (SQLSTATE 42P01)
                    RAISE NOTICE '%', given; RAISE WARNING '%', given; RAISE division_by_zero; -> a value has the wrong form, length or range (SQLSTATE 22012)
                    """)
    void whatCodeInTheDatabaseSaysIsNotInMessagesOrLogs(final String code, final String message) {
        database.query("CREATE OR REPLACE FUNCTION fail(given text) RETURNS void LANGUAGE plpgsql AS $$ BEGIN " + code
                        + " END $$")
                .execute()
                .blockingAwait();
        try (LogLines log = LogLines.open()) {
            final SqlException error =
                    failure(database.query("SELECT fail($1)", SECRET).execute());
            assertThat(error).hasMessageStartingWith(message);
            assertThat(everything(error)).doesNotContain(SECRET);
            assertThat(log.messages()).noneMatch(line -> line.contains(SECRET));
        }
    }

    @Test
    void aNoticeIsLoggedWithoutItsText() {
        try (LogLines log = LogLines.open();
                LogLines notices = LogLines.of("org.jzenith.postgresql").at(Level.DEBUG)) {
            database.query("DO $$ BEGIN RAISE NOTICE 's3cret-value'; END $$")
                    .execute()
                    .blockingAwait();
            assertThat(notices.messages())
                    .anyMatch(line -> line.endsWith("has sent a notice of severity NOTICE with SQLSTATE 00000."));
            assertThat(log.messages()).noneMatch(line -> line.contains(SECRET));
        }
    }

    @Test
    void literalsAreNotInTheServersWords() {
        assertThat(failure(database.query("SELECT 1 's3cret-value' 2").execute()))
                .hasMessage("syntax error at or near \"****\" (SQLSTATE 42601) in: SELECT **** **** ****");
        assertThat(failure(database.query("SELECT 1 AS 's3cret-value").execute()))
                .hasMessage("unterminated quoted string at or near \"****\" (SQLSTATE 42601) in: SELECT **** AS ****");
        assertThat(failure(database.query("SELECT $1::text::regclass", SECRET).execute()))
                .hasMessage("relation \"****\" does not exist (SQLSTATE 42P01) in: SELECT $1::text::regclass");
        assertThat(failure(database.query("SELECT id FROM \"Public\".nowhere").execute()))
                .hasMessageStartingWith("relation \"Public.nowhere\" does not exist (SQLSTATE 42P01)");
    }

    @Test
    void aQuestionMarkInPlaceOfAParameterIsNamed() {
        assertThat(failure(
                        database.query("SELECT * FROM parent WHERE id = ?", "b").execute()))
                .hasMessage("syntax error at end of input; in PostgreSQL, parameters are $1, $2 and so on, not ?"
                        + " (SQLSTATE 42601) in: SELECT * FROM parent WHERE id = ?");
        assertThat(failure(database.query("SELECT '?' FROM parent WHERE").execute()))
                .hasMessage("syntax error at end of input (SQLSTATE 42601) in: SELECT **** FROM parent WHERE");
        assertThat(failure(database.query("SELECT $$?$$, e'\\'?' /* why? */ FROM parent WHERE -- why?")
                        .execute()))
                .hasMessage("syntax error at end of input (SQLSTATE 42601) in: SELECT ****, **** FROM parent WHERE");
    }

    @Test
    void aWrongNumberOfValuesIsCounted() {
        assertThat(failure(database.query("SELECT $1::text, $2::text", "b").execute()))
                .hasMessage("the statement takes 2 values, 1 was given in: SELECT $1::text, $2::text");
        assertThat(failure(database.query("SELECT $1::text", "b", "c").execute()))
                .hasMessage("the statement takes 1 value, 2 were given in: SELECT $1::text");
    }
}
