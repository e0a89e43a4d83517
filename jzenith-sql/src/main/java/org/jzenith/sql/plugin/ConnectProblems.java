package org.jzenith.sql.plugin;

import java.time.Duration;
import java.util.Locale;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.sql.driver.ConnectRefusal;
import org.jzenith.sql.driver.DatabaseAddress;
import org.jzenith.sql.driver.DatabaseProduct;
import org.jzenith.sql.driver.SqlDriver;
import org.jzenith.sql.error.SqlException;

/** Errors of the first connections, as problems of the start. */
final class ConnectProblems {

    private final DatabaseProduct<?> product;
    private final SqlDriver driver;
    private final DatabaseAddress address;
    private final Configuration configuration;

    ConnectProblems(
            final DatabaseProduct<?> product,
            final SqlDriver driver,
            final DatabaseAddress address,
            final Configuration configuration) {
        this.product = product;
        this.driver = driver;
        this.address = address;
        this.configuration = configuration;
    }

    StartException of(final Throwable error) {
        return new StartException(problem(error).causedBy(error));
    }

    private StartProblem problem(final Throwable error) {
        final String server = product.name() + " at " + address.host() + ":" + address.port();
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
        final Duration tried = configuration.get(product.configuration()).connectTimeout();
        return StartProblem.of(
                        server + " cannot be used, tried for " + tried.toMillis() + " ms: " + error.getMessage() + ".")
                .from(originOf("host"))
                .remedy("Start it, or set " + key("host") + " and " + key("port") + "; " + key("connect-timeout")
                        + " is how long the start waits for it.");
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
