package org.jzenith.postgresql;

import java.time.Duration;
import java.util.Objects;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.postgresql.configuration.DatabaseAddress;
import org.jzenith.sql.error.SqlException;

/** Errors of the first connections, as problems of the start. */
final class ConnectProblems {

    private final DatabaseAddress address;
    private final Configuration configuration;
    private final Duration tried;

    ConnectProblems(final DatabaseAddress address, final Configuration configuration, final Duration tried) {
        this.address = address;
        this.configuration = configuration;
        this.tried = tried;
    }

    StartException of(final Throwable error) {
        return new StartException(problem(error).causedBy(error));
    }

    private StartProblem problem(final Throwable error) {
        final String where = address.host() + ":" + address.port();
        final String state =
                error instanceof SqlException failed ? Objects.requireNonNullElse(failed.sqlState(), "") : "";
        if (state.equals("28P01")
                && (address.password() == null || address.password().isEmpty())) {
            return StartProblem.of("PostgreSQL at " + where + " asks for the password of the user '"
                            + address.username() + "', and none is set.")
                    .from(originOf("username"))
                    .remedy("Set postgresql.password (POSTGRESQL_PASSWORD in the environment).");
        }
        if (state.startsWith("28") || state.equals("42501")) {
            return StartProblem.of("PostgreSQL at " + where + " refuses the user '" + address.username() + "': "
                            + error.getMessage() + ".")
                    .from(originOf("username"))
                    .remedy("Set postgresql.username and postgresql.password to a user that may connect to the"
                            + " database '" + address.database() + "'.");
        }
        if (state.equals("3D000")) {
            return StartProblem.of("PostgreSQL at " + where + " has no database '" + address.database() + "'.")
                    .from(originOf("database"))
                    .remedy("Create it with CREATE DATABASE, or set postgresql.database.");
        }
        return StartProblem.of("PostgreSQL at " + where + " cannot be used, tried for " + tried.toMillis() + " ms: "
                        + error.getMessage() + ".")
                .from(originOf("host"))
                .remedy("Start it, or set postgresql.host and postgresql.port; postgresql.connect-timeout is how long"
                        + " the start waits for it.");
    }

    private String originOf(final String part) {
        return configuration
                .origin("postgresql." + part)
                .or(() -> configuration.origin("postgresql.url"))
                .orElse("the default of postgresql." + part);
    }
}
