package org.jzenith.benchmark.database;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.disposables.Disposable;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jzenith.benchmark.process.BenchmarkException;
import org.jzenith.benchmark.process.Cleanup;
import org.jzenith.benchmark.process.LoadOptions;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.vertx.EventLoopContext;
import org.jzenith.sql.Database;

/** Fast statements beside slow ones: {@code benchmark/slow-statements --help} tells how. */
public final class SlowStatements {

    private static final String HELP = """
            Sends ten statements that take the database one second each and then, for half a second, one fast statement
            a millisecond. Reports the slowest fast one, with one event loop and with two. In the first round, jZenith
            does not know which statements are slow. Fails if a later one takes longer than three times the setting
            postgresql.slow-statement, 100 ms.

                benchmark/slow-statements [--skip-build] [options]

              --rounds N           how often (default 4)
              --help               this text
            """;

    private static final int SLOW = 10;
    private static final int FAST = 500;
    private static final double LIMIT_MILLIS = 300;

    private SlowStatements() {}

    /**
     * The program. Its exit code is 0 if all went well, 1 if the measurement failed or a figure misses its aim.
     *
     * @param arguments the options
     */
    public static void main(final String... arguments) {
        try (Cleanup cleanup = new Cleanup()) {
            Runtime.getRuntime().addShutdownHook(new Thread(cleanup::close, "clean-up"));
            final LoadOptions options = LoadOptions.parse(List.of("--rounds"), arguments);
            if (options.help()) {
                System.out.print(HELP);
                return;
            }
            final Map<String, String> address = DatabaseClients.server(cleanup);
            System.out.println(
                    "| event loops | round | slowest fast statement, ms | all slow ones, ms |\n|--:|--:|--:|--:|");
            boolean met = true;
            for (int loops = 1; loops <= 2; loops++) {
                final RunningApplication application =
                        DatabaseClients.start(cleanup, address, Map.of("jzenith.event-loops", loops));
                for (int round = 1; round <= options.number("--rounds", 4); round++) {
                    met &= measure(application, loops, round) <= LIMIT_MILLIS || round == 1;
                }
            }
            if (!met) {
                throw new BenchmarkException("A fast statement took longer than " + LIMIT_MILLIS + " ms.");
            }
        } catch (final BenchmarkException e) {
            System.err.println(e.getMessage());
            System.exit(1);
        }
    }

    /** Each event loop has a part of the statements. Returns the time of the slowest fast one in milliseconds. */
    private static double measure(final RunningApplication application, final int loops, final int round) {
        final Database database = application.get(Database.class);
        final List<EventLoopContext> contexts = EventLoopContext.onEach(application.get(Vertx.class));
        final long begin = System.nanoTime();
        final Completable slow = Completable.merge(IntStream.range(0, SLOW)
                        .mapToObj(i -> on(
                                contexts.get(i % loops),
                                database.query("SELECT pg_sleep(1)").execute()))
                        .toList())
                .cache();
        final Disposable running = slow.subscribe();
        final double slowest = Flowable.intervalRange(0, FAST, 1, 1, TimeUnit.MILLISECONDS)
                .onBackpressureBuffer()
                .flatMapSingle(
                        i -> {
                            final long sent = System.nanoTime();
                            return on(
                                            contexts.get((int) (i % loops)),
                                            database.query("SELECT 1").execute())
                                    .toSingle(() -> millisSince(sent));
                        },
                        false,
                        FAST)
                .reduce(0.0, Math::max)
                .blockingGet();
        slow.blockingAwait();
        running.dispose();
        System.out.printf("| %d | %d | %.0f | %.0f |%n", loops, round, slowest, millisSince(begin));
        return slowest;
    }

    private static double millisSince(final long nanos) {
        return (System.nanoTime() - nanos) / 1e6;
    }

    private static Completable on(final EventLoopContext context, final Completable statement) {
        return Completable.create(emitter -> context.runLater(
                () -> emitter.setDisposable(statement.subscribe(emitter::onComplete, emitter::onError))));
    }
}
