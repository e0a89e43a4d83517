package org.jzenith.sql.plugin;

import com.google.errorprone.annotations.CheckReturnValue;
import com.google.inject.Injector;
import com.google.inject.Module;
import io.reactivex.Completable;
import io.reactivex.Single;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import org.jzenith.core.Plugin;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.plugin.BindingRemedies;
import org.jzenith.core.plugin.CommandLineOption;
import org.jzenith.core.plugin.ConfigurationChecker;
import org.jzenith.core.rx.RxFuture;
import org.jzenith.sql.Database;
import org.jzenith.sql.driver.DatabaseAddress;
import org.jzenith.sql.driver.DatabaseProduct;
import org.jzenith.sql.driver.SqlDriver;
import org.jzenith.sql.internal.migration.Migrations;
import org.jzenith.sql.internal.statement.DatabaseConnections;
import org.jzenith.sql.jooq.Jooq;

/**
 * Brings a database into an application.
 *
 * <p>At startup it waits up to {@code connect-timeout} for the database, runs the migrations, checks the row policies and opens the
 * connections. Only then do the listeners open. Services inject {@link Database}, and {@link Jooq} for queries that jOOQ builds.
 */
@CheckReturnValue
public final class DatabasePlugin implements Plugin, BindingRemedies, ConfigurationChecker {

    private final DatabaseProduct<?> product;
    private final String qualifier;

    private DatabasePlugin(final DatabaseProduct<?> product, final String qualifier) {
        this.product = Objects.requireNonNull(product, "product");
        this.qualifier = Objects.requireNonNull(qualifier, "qualifier");
    }

    /**
     * Creates the plugin for a database; everything else is configuration.
     *
     * @param product the database product
     * @return a new plugin
     */
    public static DatabasePlugin create(final DatabaseProduct<?> product) {
        return new DatabasePlugin(product, "");
    }

    /**
     * Creates a plugin for a further database of the same application. In the keys of its settings, the qualifier follows the prefix.
     * Services inject its {@link Database} with the qualifier as {@code @Named}.
     *
     * @param product the database product
     * @param qualifier lower-case letters, digits and hyphens, not {@code read-only}
     * @return a new plugin
     * @throws IllegalArgumentException if the qualifier is {@code read-only}, because the settings and gauges of {@link
     *     Database#readOnly()} have this name
     */
    public static DatabasePlugin named(final DatabaseProduct<?> product, final String qualifier) {
        if (qualifier.equals("read-only")) {
            throw new IllegalArgumentException(
                    "A database cannot have the qualifier 'read-only': the settings, gauges and events of "
                            + "Database.readOnly() have this name. Choose another qualifier, such as 'reports'.");
        }
        return new DatabasePlugin(product, qualifier);
    }

    @Override
    public String name() {
        return qualifier.isEmpty() ? product.prefix() : product.prefix() + "." + qualifier;
    }

    @Override
    public String qualifier() {
        return qualifier;
    }

    @Override
    public List<Module> modules() {
        final List<Module> modules = new ArrayList<>(List.of(new DatabaseModule<>(product, name()), JooqUse.module()));
        modules.addAll(qualifier.isEmpty() ? product.modules() : List.of());
        return modules;
    }

    @Override
    public Map<Class<?>, String> bindingRemedies() {
        final String adjusted = "The settings of " + product.prefix() + " adjust it.";
        final Map<Class<?>, String> remedies = new HashMap<>(JooqUse.IS_POSSIBLE ? JooqModule.REMEDIES : Map.of());
        remedies.put(
                Database.class,
                adjusted + " For a second database, add a plugin with named(..), and inject its Database with that "
                        + "name as @Named.");
        remedies.put(SqlDriver.class, adjusted);
        return remedies;
    }

    @Override
    public List<Class<?>> configurations() {
        return List.of(product.configuration());
    }

    /** Adds the steps of the migrations that run without startup: {@code --migrate}, {@code --repair} and {@code --baseline=VERSION}. */
    @Override
    public List<CommandLineOption> commandLineOptions() {
        return List.of(
                option("migrate", "", "migrate the databases and exit", (migrations, value) -> migrations.migrate()),
                option(
                        "repair",
                        "",
                        "remove failed migrations from the history, accept changed ones, and exit",
                        (migrations, value) -> migrations.repair()),
                option(
                        "baseline",
                        "VERSION",
                        "record that existing tables have the migrations up to a version, and exit",
                        Migrations::baseline));
    }

    private CommandLineOption option(
            final String option,
            final String placeholder,
            final String description,
            final BiFunction<Migrations, String, Single<String>> step) {
        return CommandLineOption.shared(option, placeholder, description, (injector, value) -> {
                    try {
                        return connectFirst(injector.getInstance(DatabaseConnections.class), problems(injector))
                                .andThen(step.apply(injector.getInstance(Migrations.class), value))
                                .blockingGet();
                    } finally {
                        close(injector).blockingAwait();
                    }
                })
                .connecting();
    }

    @Override
    public Completable checkConfiguration(final Configuration configuration) {
        return Completable.fromAction(() -> AddressSettings.read(product, configuration));
    }

    /** Looks for missing libraries, and checks the names of the migrations, without the database. */
    @Override
    public Completable check(final Injector injector) {
        return Completable.fromAction(() -> JooqUse.check(injector))
                .andThen(injector.getInstance(Migrations.class).check());
    }

    /** Opens the connections and migrates the schema. Meanwhile it loads jOOQ, if the application uses it. */
    @Override
    public Completable prepare(final Injector injector) {
        final long start = System.nanoTime();
        final DatabaseConnections connections = injector.getInstance(DatabaseConnections.class);
        final ConnectProblems problems = problems(injector);
        final Completable database = connectFirst(connections, problems)
                .andThen(injector.getInstance(Migrations.class).run(start))
                .andThen(connections.checkPolicies())
                .andThen(connections.open().onErrorResumeNext(error -> Completable.error(problems.of(error))))
                .andThen(Completable.defer(
                        () -> qualifier.isEmpty() ? product.check(injector) : Completable.complete()));
        return usesJooq(injector) ? database.mergeWith(loadJooq(injector)) : database;
    }

    private static Completable connectFirst(final DatabaseConnections connections, final ConnectProblems problems) {
        return connections
                .connectFirst()
                .onErrorResumeNext(error -> Completable.error(problems.of(error)))
                .andThen(Completable.defer(() -> problems.checkSession(connections.sessionQuery())));
    }

    private ConnectProblems problems(final Injector injector) {
        return new ConnectProblems(
                product,
                injector.getInstance(Database.class),
                injector.getInstance(SqlDriver.class),
                injector.getInstance(DatabaseAddress.class),
                injector.getInstance(Configuration.class));
    }

    /** Returns true if the application may use jOOQ. The injector of a plugin with a qualifier does not show that. */
    private boolean usesJooq(final Injector injector) {
        return JooqUse.IS_POSSIBLE && (!qualifier.isEmpty() || JooqUse.isIn(injector));
    }

    private static Completable loadJooq(final Injector injector) {
        final Jooq jooq = injector.getInstance(Jooq.class);
        final Vertx vertx = injector.getInstance(Vertx.class);
        return RxFuture.completable(() -> vertx.executeBlocking(() -> JooqClasses.load(jooq), false));
    }

    @Override
    public Completable close(final Injector injector) {
        return injector.getInstance(DatabaseConnections.class).close();
    }
}
