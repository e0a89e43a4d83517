package org.jzenith.sql.plugin;

import io.reactivex.Completable;
import io.reactivex.Single;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.sql.Database;
import org.jzenith.sql.driver.ConnectRefusal;
import org.jzenith.sql.driver.DatabaseAddress;
import org.jzenith.sql.driver.DatabaseProduct;
import org.jzenith.sql.driver.SqlConfiguration;
import org.jzenith.sql.driver.SqlDriver;
import org.jzenith.sql.error.SqlException;

/** Describes errors of the first connections as startup problems. */
final class ConnectProblems {

    private final DatabaseProduct<?> product;
    private final Database database;
    private final SqlDriver driver;
    private final DatabaseAddress address;
    private final Configuration configuration;

    ConnectProblems(
            final DatabaseProduct<?> product,
            final Database database,
            final SqlDriver driver,
            final DatabaseAddress address,
            final Configuration configuration) {
        this.product = product;
        this.database = database;
        this.driver = driver;
        this.address = address;
        this.configuration = configuration;
    }

    /**
     * Checks if the settings of a session are in force.
     *
     * @param query returns a row if they are; null if they always are
     * @return completes if they are, fails with a {@code StartException} if not
     */
    Completable checkSession(final @Nullable String query) {
        return query == null
                ? Completable.complete()
                : database.query(query)
                        .rowCount()
                        .onErrorResumeNext(error -> Single.error(of(error)))
                        .flatMapCompletable(
                                rows -> rows > 0 ? Completable.complete() : Completable.error(settingsNotKept()));
    }

    private StartException settingsNotKept() {
        return new StartException(withPooler(StartProblem.of(
                server() + " does not keep the settings of a session, so statements may fail or have no time limit.")));
    }

    private StartProblem withPooler(final StartProblem problem) {
        return problem.from(originOf(hasSeveralServers() ? "hosts" : "host"))
                .remedy("If the application connects through a pooler in transaction mode, let the pooler ignore the "
                        + "parameters that it refuses, and set the time limit of statements on the server."
                        + settingsForPooler());
    }

    /** Names the settings that do not fit a pooler in transaction mode. */
    private String settingsForPooler() {
        final SqlConfiguration settings = configuration.get(product.configuration());
        final List<String> unfit = new ArrayList<>();
        if (!settings.statementTimeout().equals(Optional.of(Duration.ZERO))) {
            unfit.add(key("statement-timeout") + "=0s");
        }
        if (!settings.lockTimeout().orElse(Duration.ZERO).isZero()) {
            unfit.add(key("lock-timeout") + "=0s");
        }
        if (settings.pipeliningLimit() > 1) {
            unfit.add(key("pipelining-limit") + "=1");
        }
        if (settings.preparedStatements() > 0) {
            unfit.add(key("prepared-statements") + "=0");
        }
        return unfit.isEmpty() ? "" : " Also set " + String.join(", ", unfit) + ".";
    }

    private String server() {
        return product.name() + " at " + address.serverNames();
    }

    StartException of(final Throwable error) {
        return new StartException(problem(error).causedBy(error));
    }

    private StartProblem problem(final Throwable error) {
        final String server = server();
        final ConnectRefusal refusal = error instanceof SqlException failed ? driver.refusal(failed) : null;
        if (refusal == ConnectRefusal.PASSWORD
                && (address.password() == null || address.password().isEmpty())) {
            final String key = key("password");
            return StartProblem.of(server + " asks for the password of the user '" + address.username()
                            + "', and none is set.")
                    .from(originOf("username"))
                    .remedy("Set " + key + " (" + key.toUpperCase(Locale.ROOT).replace('.', '_')
                            + " in the environment).");
        }
        if (refusal == ConnectRefusal.PASSWORD || refusal == ConnectRefusal.USER) {
            return StartProblem.of(
                            server + " refuses the user '" + address.username() + "': " + error.getMessage() + ".")
                    .from(originOf("username"))
                    .remedy("Set " + key("username") + " and " + key("password")
                            + " to a user that may connect to the database '" + address.database() + "'.");
        }
        if (refusal == ConnectRefusal.DATABASE) {
            return StartProblem.of(server + " has no database '" + address.database() + "'.")
                    .from(originOf("database"))
                    .remedy("Create it with CREATE DATABASE, or set " + key("database") + ".");
        }
        if (error.getCause() != null) {
            return StartProblem.of("jZenith cannot use a connection to " + server + ": " + error.getMessage() + ".")
                    .remedy("The cause is in the log. It is often a second version of Vert.x: compare the versions "
                            + "that mvn dependency:tree -Dincludes=io.vertx prints.");
        }
        if (refusal == ConnectRefusal.SESSION) {
            return withPooler(
                    StartProblem.of(server + " refuses the settings of a session: " + error.getMessage() + "."));
        }
        final Duration tried = configuration.get(product.configuration()).connectTimeout();
        return StartProblem.of(server + " cannot be used; jZenith tried for " + tried.toMillis() + " ms: "
                        + error.getMessage() + ".")
                .from(originOf(hasSeveralServers() ? "hosts" : "host"))
                .remedy("Start it, or set "
                        + (hasSeveralServers() ? key("hosts") : key("host") + " and " + key("port")) + "; "
                        + key("connect-timeout") + " is how long startup waits for it.");
    }

    private boolean hasSeveralServers() {
        return address.servers().size() > 1;
    }

    private String key(final String setting) {
        return product.prefix() + "." + setting;
    }

    private String originOf(final String part) {
        return configuration
                .origin(key(part))
                .or(() -> configuration.origin(key("url")))
                .orElse("the default of " + key(part));
    }
}
