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
import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Table;
import org.jooq.impl.SQLDataType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.sql.Queries;
import org.jzenith.sql.SqlClient;

/** The threads that load the classes of jOOQ: each application runs in a class loader of its own, so that it loads them anew. */
final class JooqLoadingTest {

    /** Loads all classes except the JDK's, and notes the thread of each. */
    private static final class NotingLoader extends URLClassLoader {

        private final Map<String, String> threads = new ConcurrentHashMap<>();

        NotingLoader() {
            super(classPath(), ClassLoader.getPlatformClassLoader());
        }

        private static URL[] classPath() {
            final List<URL> all = new ArrayList<>();
            for (final String each : System.getProperty("java.class.path").split(File.pathSeparator)) {
                try {
                    all.add(new File(each).toURI().toURL());
                } catch (final MalformedURLException e) {
                    throw new IllegalStateException(e);
                }
            }
            return all.toArray(URL[]::new);
        }

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

    /** Runs an application with a class in a loader, on a fresh database. */
    private static NotingLoader run(final Class<? extends Statements> type) throws Exception {
        final String database = TestServer.freshDatabase();
        TestServer.run(database, "CREATE TABLE book (id bigint PRIMARY KEY, title text, published date, code uuid)");
        final Thread thread = Thread.currentThread();
        final ClassLoader before = thread.getContextClassLoader();
        try (NotingLoader loader = new NotingLoader()) {
            thread.setContextClassLoader(loader);
            @SuppressWarnings("unchecked")
            final BiConsumer<Class<?>, Map<String, String>> main =
                    (BiConsumer<Class<?>, Map<String, String>>) loader.loadClass(Main.class.getName())
                            .getDeclaredConstructor()
                            .newInstance();
            main.accept(loader.loadClass(type.getName()), TestServer.settings(database));
            return loader;
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    /** An application that creates an object on an event loop, as a request does, and runs its statements there. */
    public static final class Main implements BiConsumer<Class<?>, Map<String, String>> {

        @Override
        public void accept(final Class<?> type, final Map<String, String> settings) {
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
            }
        }
    }

    /** The statements of an application, written as in the documentation. */
    abstract static class Statements {

        abstract Completable all();

        static Completable all(final Queries client, final DSLContext sql) {
            final Table<Record> book = table(name("book"));
            final Field<Long> id = field(name("id"), SQLDataType.BIGINT);
            final Field<String> title = field(name("title"), SQLDataType.VARCHAR);
            final Field<LocalDate> published = field(name("published"), SQLDataType.LOCALDATE);
            final Field<UUID> code = field(name("code"), SQLDataType.UUID);
            return Completable.concatArray(
                    client.query(sql.insertInto(book, id, title, published, code)
                                    .values(1L, "The Trial", LocalDate.of(1925, 4, 26), new UUID(1, 2)))
                            .execute(),
                    client.query(sql.insertInto(book, id, title)
                                    .values(param("id", Long.class), param("title", String.class))
                                    .onConflict(id)
                                    .doUpdate()
                                    .set(title, excluded(title))
                                    .returning(id))
                            .bind(1L, "The Castle")
                            .execute(),
                    client.query(sql.update(book).set(title, "Amerika").where(code.eq(new UUID(1, 2))))
                            .execute(),
                    client.query(sql.select(id, title, published)
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
                    client.query(sql.selectCount().from(book)).execute(),
                    client.query(sql.select(published, count())
                                    .from(book)
                                    .groupBy(published)
                                    .orderBy(published))
                            .execute(),
                    client.query(sql.deleteFrom(book).where(id.eq(1L))).execute());
        }
    }

    static final class Injected extends Statements {

        private final SqlClient client;
        private final DSLContext sql;

        @Inject
        Injected(final SqlClient client, final DSLContext sql) {
            this.client = client;
            this.sql = sql;
        }

        @Override
        Completable all() {
            return all(client, sql);
        }
    }

    /** The context is asked for when it is needed. */
    static final class Provided extends Statements {

        private final SqlClient client;
        private final Provider<DSLContext> sql;

        @Inject
        Provided(final SqlClient client, final Provider<DSLContext> sql) {
            this.client = client;
            this.sql = sql;
        }

        @Override
        Completable all() {
            return all(client, sql.get());
        }
    }

    /** A further database has its own objects. */
    static final class OfReplica extends Statements {

        private final SqlClient client;
        private final DSLContext sql;

        @Inject
        OfReplica(@Named("replica") final SqlClient client, @Named("replica") final DSLContext sql) {
            this.client = client;
            this.sql = sql;
        }

        @Override
        Completable all() {
            return all(client, sql);
        }
    }

    /** The statements are texts. */
    static final class OfTexts extends Statements {

        private final SqlClient client;

        @Inject
        OfTexts(final SqlClient client) {
            this.client = client;
        }

        @Override
        Completable all() {
            return client.query("SELECT title FROM book WHERE id = $1", 1L).execute();
        }
    }

    @ParameterizedTest
    @ValueSource(classes = {Injected.class, Provided.class, OfReplica.class})
    void theFirstStatementsLoadNothingOnTheEventLoop(final Class<? extends Statements> type) throws Exception {
        final NotingLoader loader = run(type);
        assertThat(loader.ofJooq("")).isNotEmpty();
        assertThat(loader.ofJooq("eventloop")).isEmpty();
    }

    @Test
    void anApplicationThatWritesItsSqlDoesNotLoadJooq() throws Exception {
        assertThat(run(OfTexts.class).ofJooq("")).isEmpty();
    }
}
