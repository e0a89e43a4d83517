package org.jzenith.observability;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import io.reactivex.subjects.CompletableSubject;
import io.vertx.core.buffer.Buffer;
import jakarta.inject.Inject;
import jakarta.ws.rs.BadRequestException;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.JZenith;
import org.jzenith.core.observe.Gauge;
import org.jzenith.postgresql.PostgresqlPlugin;
import org.jzenith.rest.RestPlugin;
import org.jzenith.restclient.RestClientPlugin;
import org.jzenith.sql.Database;

/** An application with seven faults, each of which begins with a request. */
final class FaultyShop {

    private FaultyShop() {}

    /** Another service. */
    @Path("/articles")
    public interface StockApi {

        @GET
        @Path("{id}")
        Maybe<String> find(@PathParam("id") String id);
    }

    /** An object that stays on the heap. */
    static final class Retained {

        final long[] numbers = new long[8];
    }

    /** What the faults wait for, or have filled. */
    public static final class Faults {

        private final CompletableSubject released = CompletableSubject.create();
        private final List<Object> retained = new CopyOnWriteArrayList<>();
        private volatile long certificateDays;
        private volatile WeakReference<@Nullable Throwable> refusal = new WeakReference<>(null);

        /** Returns the last exception of a refused request; null if nothing holds it. */
        @Nullable
        Throwable refusal() {
            return refusal.get();
        }

        /** Ages the certificate, which lives for 90 days. */
        void age(final long days) {
            certificateDays = days;
        }

        /** Ends all waiting. */
        void release() {
            released.onComplete();
            retained.clear();
        }
    }

    @Path("/")
    public static final class FaultResource {

        private final Database database;
        private final StockApi stock;
        private final Faults faults;

        @Inject
        public FaultResource(final Database database, final StockApi stock, final Faults faults) {
            this.database = database;
            this.stock = stock;
            this.faults = faults;
        }

        @GET
        @Path("fine")
        public Single<Integer> fine() {
            return database.query("SELECT 1").map(row -> row.getInteger(0)).single();
        }

        @GET
        @Path("slow")
        public Single<Integer> slow() {
            return database.query("SELECT 1 FROM pg_sleep(3)")
                    .map(row -> row.getInteger(0))
                    .single();
        }

        @GET
        @Path("leak")
        public Single<Integer> leak() {
            return database.withTransaction(tx -> tx.query("SELECT 2")
                    .map(row -> row.getInteger(0))
                    .single()
                    .flatMap(value -> faults.released.andThen(Single.just(value))));
        }

        @GET
        @Path("block")
        public String block() {
            final long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(1_500);
            while (System.nanoTime() < end) {
                Thread.onSpinWait();
            }
            return "done";
        }

        @GET
        @Path("broken")
        public Flowable<Buffer> breakOff() {
            return Flowable.range(0, 50)
                    .map(each -> Buffer.buffer("x".repeat(1000)))
                    .concatWith(Flowable.error(new IllegalStateException("Not to the end")));
        }

        @GET
        @Path("refused")
        public String refused() throws InterruptedException {
            Thread.sleep(200);
            final BadRequestException refusal = new BadRequestException("a text of the client");
            faults.refusal = new WeakReference<>(refusal);
            throw refusal;
        }

        @POST
        @Path("fill")
        public void fill() {
            faults.retained.add(
                    IntStream.range(0, 200_000).mapToObj(i -> new Retained()).toList());
        }

        @GET
        @Path("stock")
        public Maybe<String> stock() {
            return stock.find("17");
        }

        @GET
        @Path("held")
        public Completable held() {
            return faults.released;
        }
    }

    /** Returns the application; its other service does not respond. */
    static JZenith application(final String... args) {
        final Faults faults = new Faults();
        return JZenith.application(args)
                .withPlugins(
                        PostgresqlPlugin.create(),
                        RestPlugin.withResources(FaultResource.class),
                        RestPlugin.named("admin"),
                        RestClientPlugin.of(StockApi.class, "stock"),
                        AdminPlugin.create())
                .withModules(binder -> {
                    binder.bind(Faults.class).toInstance(faults);
                    Gauge.binder(binder)
                            .addBinding()
                            .toInstance(Gauge.ofAge(
                                            "shop.certificate-age",
                                            () -> TimeUnit.DAYS.toSeconds(faults.certificateDays))
                                    .withLimit(() -> TimeUnit.DAYS.toSeconds(90)));
                })
                .withConfiguration("jzenith.event-loops", 2)
                .withConfiguration("jzenith.blocked-threshold", "500ms")
                .withConfiguration("rest.port", 0)
                .withConfiguration("rest.admin.port", 0)
                .withConfiguration("rest.max-requests-in-flight", 6)
                .withConfiguration("rest-client.stock.retries", 0)
                .withConfiguration("rest-client.stock.pool-size", 1)
                .withConfiguration("rest-client.stock.wait-queue", 0)
                .withConfiguration("postgresql.pool.size", 2)
                .withConfiguration("postgresql.pool.acquire-timeout", "1m");
    }
}
