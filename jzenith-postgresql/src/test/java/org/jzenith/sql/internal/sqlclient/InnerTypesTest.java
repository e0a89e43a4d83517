package org.jzenith.sql.internal.sqlclient;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.vertx.core.Vertx;
import io.vertx.core.impl.ContextInternal;
import io.vertx.core.impl.VertxInternal;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.impl.SocketConnectionBase;
import io.vertx.sqlclient.impl.SqlConnectionBase;
import io.vertx.sqlclient.impl.command.CommandScheduler;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.jzenith.core.RunningApplication;
import org.jzenith.postgresql.TestServer;
import org.jzenith.sql.driver.DriverConnection;
import org.jzenith.sql.driver.SqlDriver;
import org.jzenith.sql.internal.value.Conversions;

/** Internals of vertx-sql-client, on a connection to PostgreSQL, on which this package relies. docs/internals.md lists them. */
final class InnerTypesTest {

    private static RunningApplication application;

    private ContextInternal context;
    private DriverConnection opening;
    private SqlConnection connection;
    private CommandConnection commands;

    @BeforeAll
    static void start() {
        application = TestServer.application(TestServer.freshDatabase()).run();
    }

    @AfterAll
    static void stop() {
        application.stop();
    }

    @BeforeEach
    void connect() throws Exception {
        context = ((VertxInternal) application.get(Vertx.class)).createEventLoopContext();
        final ConnectionSockets sockets = new ConnectionSockets();
        final SqlDriver driver = application.get(SqlDriver.class);
        opening = driver.connect(
                context, new SqlDriver.SessionSettings(Duration.ZERO, Duration.ZERO, Duration.ZERO, false), sockets);
        connection = opening.opened().toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
        commands = onLoop(done -> done.complete(new CommandConnection(
                connection, context, driver, opening, new Conversions(Set.of(), ObjectMapper::new), sockets)));
    }

    @AfterEach
    void close() throws Exception {
        opening.close().toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
    }

    private <T> T onLoop(final Consumer<CompletableFuture<T>> work) throws Exception {
        final CompletableFuture<T> done = new CompletableFuture<>();
        context.runOnContext(now -> {
            try {
                work.accept(done);
            } catch (final RuntimeException e) {
                done.completeExceptionally(e);
            }
        });
        return done.get(20, TimeUnit.SECONDS);
    }

    private record Answer(CommandConnection.Result result, Throwable error) {}

    private Answer send(final String sql, final Object... values) throws Exception {
        return onLoop(done -> commands.send(sql, values, (result, error) -> done.complete(new Answer(result, error))));
    }

    @Test
    void aConnectionGivesItsSocketAndSchedulesCommands() {
        assertThat(connection)
                .as("vertx-sql-client has changed: a connection must schedule commands and unwrap to one with a socket;"
                        + " otherwise CommandConnection has to use its public calls, and flush coalescing ends")
                .isInstanceOf(SqlConnectionBase.class)
                .isInstanceOf(CommandScheduler.class);
        assertThat(((SqlConnectionBase<?>) connection).unwrap()).isInstanceOf(SocketConnectionBase.class);
    }

    @Test
    void aCommandFillsTheResultThatItWasGiven() throws Exception {
        final Answer three = send("SELECT generate_series(1, $1::int)", 3);
        assertThat(three.error()).isNull();
        assertThat(three.result().list((columns, row) -> row.getInteger(0)))
                .as(
                        "vertx-sql-client has changed: it must collect rows with the collector of an ExtendedQueryCommand and"
                                + " report the count to its result handler before the command ends")
                .containsExactly(1, 2, 3);
        assertThat(three.result().count()).isEqualTo(3);
        assertThat(send("SELECT 1 WHERE 1 = $1::int", 2).result().size()).isZero();
        assertThat(send("CREATE TABLE t (id int)").error()).isNull();
        assertThat(send("INSERT INTO t VALUES ($1)", 7).result().count()).isEqualTo(1);
    }

    @Test
    void commandsOfACompositeAreAnsweredInTheirOrderAndFailAlone() throws Exception {
        final List<String> answers = new ArrayList<>();
        onLoop(done -> {
            final StatementCallback observer = (result, error) -> {
                answers.add(
                        error == null
                                ? result.first((columns, row) -> row.getInteger(0))
                                        .toString()
                                : "error");
                if (answers.size() == 3) {
                    done.complete(null);
                }
            };
            commands.sendTogether(() -> {
                commands.send("SELECT $1::int", new Object[] {1}, observer);
                commands.send("SELECT 1 / $1::int", new Object[] {0}, observer);
                commands.send("SELECT $1::int", new Object[] {3}, observer);
            });
        });
        assertThat(answers)
                .as(
                        "vertx-sql-client has changed: the parts of a CompositeCommand must be answered one by one, in order;"
                                + " Query.singles relies on it")
                .containsExactly("1", "error", "3");
    }

    @Test
    void aCursorReadsFromThePreparedStatementThatAllRunsShare() throws Exception {
        final String sql = "SELECT generate_series(1, $1::int)";
        assertThat(send(sql, 1).error()).isNull();
        final OffsetDateTime first = preparedAt(sql);
        assertThat(send("BEGIN").error()).isNull();
        final RowCursor cursor = onLoop(done -> done.complete(commands.cursor(sql, new Object[] {3}, true)));
        final List<String> pages = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            pages.add(onLoop(done -> cursor.read(2)
                    .onSuccess(page -> done.complete(page.size() + (page.isLast() ? ", the last" : "")))
                    .onFailure(done::completeExceptionally)));
        }
        assertThat(pages)
                .as(
                        "vertx-sql-client has changed: an ExtendedQueryCommand with a cursor must report that it is suspended, and the"
                                + " next one must continue it; otherwise SqlDriver.hasNamedCursors has to be false")
                .containsExactly("2", "1, the last");
        assertThat(preparedAt(sql)).isEqualTo(first);
    }

    @Test
    void aStatementIsPreparedAnewAfterTheEvent() throws Exception {
        final String sql = "SELECT $1::int AS prepared_once";
        assertThat(send(sql, 1).error()).isNull();
        final OffsetDateTime first = preparedAt(sql);
        assertThat(send(sql, 2).error()).isNull();
        assertThat(preparedAt(sql)).isEqualTo(first);
        onLoop(done -> {
            commands.discardPrepared(sql);
            done.complete(null);
        });
        assertThat(send(sql, 3).error()).isNull();
        assertThat(preparedAt(sql))
                .as(
                        "vertx-sql-client has changed: an InvalidCachedStatementEvent must make it forget a prepared statement;"
                                + " statements on altered tables are repeated with it")
                .isAfter(first);
    }

    private OffsetDateTime preparedAt(final String sql) throws Exception {
        return send("SELECT max(prepare_time) FROM pg_prepared_statements WHERE statement = $1", sql)
                .result()
                .first((columns, row) -> row.getOffsetDateTime(0));
    }

    @Test
    void valuesAreAskedForInTheirDescribedTypesBeforeTheyAreSent() throws Exception {
        assertThat(send("SELECT $1::int", 4_294_967_297L).error())
                .as(
                        "vertx-sql-client has changed: it must ask for each value with the getter of the described type before it sends"
                                + " anything; otherwise Parameters cannot refuse values that do not fit")
                .isInstanceOf(InvalidParameterException.class)
                .hasMessageContaining("java.lang.Long that does not fit the type integer");
        final Object[] values = {"text", new String[] {"a,b"}};
        assertThat(send("SELECT $1::text = ($2::text[])[1] || $1", values)
                        .result()
                        .<Boolean>first((columns, row) -> row.getBoolean(0)))
                .isFalse();
    }

    @Test
    void arraysOfTypesThatOnlyTheServerKnowsAreJoinedFromTexts() throws Exception {
        assertThat(send("CREATE DOMAIN word AS text").error()).isNull();
        final Object[] words = {new String[] {"a,\"b\\", null}};
        assertThat(send("SELECT ($1::word[])[1]::text, cardinality($1)", words)
                        .result()
                        .<String>first((columns, row) -> row.getString(0) + " " + row.getInteger(1)))
                .as(
                        "vertx-sql-client has changed: for an unknown type it must ask for the value, and then for texts, which it joins"
                                + " between braces; Parameters recognizes this order, and escapes the texts")
                .isEqualTo("a,\"b\\ 2");
    }

    @Test
    void valuesThatDoNotFitAreReportedInTheWordsThatAreLookedFor() throws Exception {
        assertThat(send("SELECT $1::inet", "secret").error())
                .as(
                        "vertx-sql-client has changed the words of this error; SqlErrors must know them, to say which parameter"
                                + " it is and to leave out its value")
                .hasMessageMatching(
                        "(?s)Parameter at position\\[0] with class = \\[java.lang.String] and value = .*"
                                + " can not be coerced to the expected class = \\[io.vertx.pgclient.data.Inet] for encoding\\.");
        assertThat(send("SELECT $1::int", 1, 2).error()).hasMessageStartingWith("The number of parameters");
    }
}
