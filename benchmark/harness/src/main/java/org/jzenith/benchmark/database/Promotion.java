package org.jzenith.benchmark.database;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.disposables.CompositeDisposable;
import io.reactivex.disposables.Disposable;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.jzenith.benchmark.process.BenchmarkException;
import org.jzenith.benchmark.process.Cleanup;
import org.jzenith.benchmark.process.LoadOptions;
import org.jzenith.benchmark.process.MeasuredServer;
import org.jzenith.sql.Database;

/** A standby that is promoted under load: {@code benchmark/promotion --help} tells how. */
public final class Promotion {

    private static final String HELP = """
            Writes a number each millisecond, alternately by a single statement and in a transaction, to a PostgreSQL
            with a synchronous standby. Kills the primary, promotes the standby four seconds later, and reports the
            time from the promotion to the first write on the new primary. Fails if that takes more than two seconds,
            if an acknowledged write is missing, or if a write has no result 20 seconds after the last one was sent.

                benchmark/promotion [--skip-build] [options]

              --rounds N           how often (default 3)
              --help               this text
            """;

    private static final int OUTAGE_MILLIS = 4_000;
    private static final int LIMIT_MILLIS = 2_000;
    private static final int WRITES = 2_000;
    private static final int END_SECONDS = 20;
    private static final int POLL_MILLIS = 10;

    private final Database database;
    private final AtomicInteger sent = new AtomicInteger();
    private final AtomicInteger ended = new AtomicInteger();
    private final AtomicLong firstWrite = new AtomicLong();
    private final Set<Integer> acknowledged = ConcurrentHashMap.newKeySet();
    private final CompositeDisposable inFlight = new CompositeDisposable();
    private volatile boolean promoting;

    private Promotion(final Database database) {
        this.database = database;
    }

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
            System.out.println("| round | promotion, ms | first write after its start, ms | acknowledged | missing |"
                    + " failed | hung |\n|--:|--:|--:|--:|--:|--:|--:|");
            boolean met = true;
            for (int round = 1; round <= options.number("--rounds", 3); round++) {
                final Cleanup part = cleanup.part();
                final Replicated servers = Replicated.start(part);
                final Database database = DatabaseClients.start(part, Map.of(), servers.settings())
                        .get(Database.class);
                met &= new Promotion(database).measure(servers, round);
                part.close();
            }
            if (!met) {
                throw new BenchmarkException("A write is missing or hung, or the new primary was found too late.");
            }
        } catch (final BenchmarkException e) {
            System.err.println(e.getMessage());
            System.exit(1);
        }
    }

    private boolean measure(final Replicated servers, final int round) {
        database.query("CREATE TABLE number (value int PRIMARY KEY)").execute().blockingAwait();
        final Disposable writing = Flowable.interval(1, TimeUnit.MILLISECONDS)
                .onBackpressureBuffer()
                .subscribe(tick -> write(sent.incrementAndGet()));
        await(() -> acknowledged.size() >= WRITES);
        servers.killPrimary();
        MeasuredServer.pause(OUTAGE_MILLIS);
        promoting = true;
        final long begin = System.nanoTime();
        servers.promote();
        final long promoted = System.nanoTime();
        await(() -> firstWrite.get() != 0);
        final long before = acknowledged.size();
        await(() -> acknowledged.size() >= before + WRITES);
        writing.dispose();
        await(() -> ended.get() == sent.get());
        final int hung = sent.get() - ended.get();
        inFlight.dispose();
        final Set<Integer> missing = new HashSet<>(acknowledged);
        missing.removeAll(database.query("SELECT value FROM number")
                .map(row -> row.getInteger(0))
                .list()
                .blockingGet());
        final long first = TimeUnit.NANOSECONDS.toMillis(firstWrite.get() - begin);
        System.out.printf(
                "| %d | %d | %d | %d | %d | %d | %d |%n",
                round,
                TimeUnit.NANOSECONDS.toMillis(promoted - begin),
                first,
                acknowledged.size(),
                missing.size(),
                ended.get() - acknowledged.size(),
                hung);
        return missing.isEmpty() && hung == 0 && first > 0 && first <= LIMIT_MILLIS;
    }

    private void write(final int number) {
        final Completable insert = number % 2 == 0
                ? database.query("INSERT INTO number VALUES ($1)", number).execute()
                : database.withTransactionCompletable(
                        tx -> tx.query("INSERT INTO number VALUES ($1)", number).execute());
        inFlight.add(insert.doOnEvent(error -> ended.incrementAndGet())
                .subscribe(
                        () -> acknowledge(number),
                        error -> System.getLogger(Promotion.class.getName())
                                .log(System.Logger.Level.DEBUG, "A write failed.", error)));
    }

    private void acknowledge(final int number) {
        acknowledged.add(number);
        if (promoting) {
            firstWrite.compareAndSet(0, System.nanoTime());
        }
    }

    /** Waits up to a limit; what did not happen shows in the figures. */
    private static void await(final BooleanSupplier condition) {
        for (int i = 0; i < END_SECONDS * 1_000 / POLL_MILLIS && !condition.getAsBoolean(); i++) {
            MeasuredServer.pause(POLL_MILLIS);
        }
    }
}
