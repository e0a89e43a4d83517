package org.jzenith.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jooq.impl.DSL.count;
import static org.jooq.impl.DSL.excluded;
import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.noCondition;
import static org.jooq.impl.DSL.param;
import static org.jooq.impl.DSL.row;
import static org.jooq.impl.DSL.table;

import com.google.inject.AbstractModule;
import io.reactivex.Completable;
import io.reactivex.schedulers.Schedulers;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import jakarta.inject.Provider;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Table;
import org.jooq.impl.SQLDataType;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.sql.Database;
import org.jzenith.sql.jooq.Jooq;

/** The threads that load the classes of jOOQ: each application runs in a class loader of its own, so that it loads them anew. */
final class JooqLoadingTest {

    /** Notes the thread that loads each class. */
    private static final class NotingLoader extends ApplicationLoader {

        private final Map<String, String> threads = new ConcurrentHashMap<>();

        @Override
        protected Class<?> findClass(final String name) throws ClassNotFoundException {
            threads.put(name, Thread.currentThread().getName());
            return super.findClass(name);
        }

        /** Returns the classes of jOOQ's implementation, which a mere mention of its interfaces does not load. */
        List<String> ofJooq(final String threadsWith) {
            return threads.entrySet().stream()
                    .filter(loaded -> loaded.getKey().startsWith("org.jooq.impl."))
                    .filter(loaded -> loaded.getValue().contains(threadsWith))
                    .map(Map.Entry::getKey)
                    .sorted()
                    .toList();
        }
    }

    private final String database = TestServer.freshDatabase();

    @AutoClose
    private final NotingLoader loader = new NotingLoader();

    @BeforeEach
    void createTable() {
        TestServer.run(database, "CREATE TABLE book (id bigint PRIMARY KEY, title text, published date, code uuid)");
    }

    private void run(final Class<? extends Statements> type) throws Exception {
        assertThat(loader.run(Main.class, type, TestServer.settings(database))).isEmpty();
    }

    /** An application that creates an object on an event loop, as a request does, and runs its statements there. */
    public static final class Main implements ApplicationLoader.Main {

        @Override
        public String apply(final Class<?> type, final Map<String, String> settings) {
            final boolean named = type == OfReplica.class;
            JZenith recipe = JZenith.application()
                    .withPlugins(named ? PostgresqlPlugin.named("replica") : PostgresqlPlugin.create())
                    .withModules(new AbstractModule() {
                        @Override
                        protected void configure() {
                            bind(type);
                        }
                    });
            for (final Map.Entry<String, String> each : settings.entrySet()) {
                recipe = recipe.withConfiguration(
                        named ? each.getKey().replace(".", ".replica.") : each.getKey(), each.getValue());
            }
            try (RunningApplication application = recipe.run()) {
                final Context eventLoop = application.get(Vertx.class).getOrCreateContext();
                Completable.defer(() -> ((Statements) application.get(type)).all())
                        .subscribeOn(Schedulers.from(task -> eventLoop.runOnContext(none -> task.run())))
                        .blockingAwait();
                return "";
            }
        }
    }

    /** The statements of an application, written as in the documentation. */
    abstract static class Statements {

        abstract Completable all();

        static Completable all(final Jooq jooq, final DSLContext sql) {
            final Table<Record> book = table(name("book"));
            final Field<Long> id = field(name("id"), SQLDataType.BIGINT);
            final Field<String> title = field(name("title"), SQLDataType.VARCHAR);
            final Field<LocalDate> published = field(name("published"), SQLDataType.LOCALDATE);
            final Field<UUID> code = field(name("code"), SQLDataType.UUID);
            return Completable.concatArray(
                    jooq.query(sql.insertInto(book, id, title, published, code)
                                    .values(1L, "The Trial", LocalDate.of(1925, 4, 26), new UUID(1, 2)))
                            .execute(),
                    jooq.query(sql.insertInto(book, id, title)
                                    .values(param("id", Long.class), param("title", String.class))
                                    .onConflict(id)
                                    .doUpdate()
                                    .set(title, excluded(title))
                                    .returning(id))
                            .bind(1L, "The Castle")
                            .execute(),
                    jooq.query(sql.update(book).set(title, "Amerika").where(code.eq(new UUID(1, 2))))
                            .execute(),
                    jooq.query(sql.select(id, title, published)
                                    .from(book)
                                    .where(noCondition()
                                            .and(title.eq("Amerika"))
                                            .and(title.containsIgnoreCase("Kafka")
                                                    .or(title.like("A%")))
                                            .and(published.ge(LocalDate.of(1900, 1, 1)))
                                            .and(id.in(1L, 2L))
                                            .and(row(title, id).gt("A", 0L)))
                                    .orderBy(title, id.desc())
                                    .limit(20)
                                    .offset(0))
                            .execute(),
                    jooq.query(sql.selectCount().from(book)).execute(),
                    jooq.query(sql.select(published, count())
                                    .from(book)
                                    .groupBy(published)
                                    .orderBy(published))
                            .execute(),
                    jooq.query(sql.deleteFrom(book).where(id.eq(1L))).execute());
        }
    }

    static final class Injected extends Statements {

        private final Jooq jooq;

        @Inject
        Injected(final Jooq jooq) {
            this.jooq = jooq;
        }

        @Override
        Completable all() {
            return all(jooq, jooq.dsl());
        }
    }

    /** The context is asked for when it is needed. */
    static final class Provided extends Statements {

        private final Provider<Jooq> jooq;
        private final Provider<DSLContext> sql;

        @Inject
        Provided(final Provider<Jooq> jooq, final Provider<DSLContext> sql) {
            this.jooq = jooq;
            this.sql = sql;
        }

        @Override
        Completable all() {
            return all(jooq.get(), sql.get());
        }
    }

    /** A further database has its own objects. */
    static final class OfReplica extends Statements {

        private final Jooq jooq;
        private final DSLContext sql;

        @Inject
        OfReplica(@Named("replica") final Jooq jooq, @Named("replica") final DSLContext sql) {
            this.jooq = jooq;
            this.sql = sql;
        }

        @Override
        Completable all() {
            return all(jooq, sql);
        }
    }

    /** The statements are texts. */
    static final class OfTexts extends Statements {

        private final Database database;

        @Inject
        OfTexts(final Database database) {
            this.database = database;
        }

        @Override
        Completable all() {
            return database.query("SELECT title FROM book WHERE id = $1", 1L).execute();
        }
    }

    @Test
    void anApplicationThatWritesItsSqlDoesNotLoadJooqAndOthersNotOnTheEventLoop() throws Exception {
        run(OfTexts.class);
        assertThat(loader.ofJooq("")).isEmpty();
        theFirstStatementsLoadNothingOnTheEventLoop(Injected.class);
    }

    @Tag("full")
    @ParameterizedTest
    @ValueSource(classes = {Provided.class, OfReplica.class})
    void theFirstStatementsLoadNothingOnTheEventLoop(final Class<? extends Statements> type) throws Exception {
        run(type);
        assertThat(loader.ofJooq("")).isNotEmpty();
        assertThat(loader.ofJooq("eventloop")).isEmpty();
    }
}
