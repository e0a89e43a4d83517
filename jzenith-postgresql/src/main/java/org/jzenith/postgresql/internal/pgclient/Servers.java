package org.jzenith.postgresql.internal.pgclient;

import io.vertx.core.Future;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import java.net.ConnectException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.jzenith.postgresql.internal.configuration.TargetServer;

/** The servers of a database. A connection gets the first one that has the wanted role. Safe for use by many threads. */
final class Servers {

    private static final String NOT_READ_ONLY =
            "a session for reads accepts changes, because a connection pooler in between ignores default_transaction_read_only";

    private final List<PgConnectOptions> all;
    private final TargetServer target;
    private final boolean otherwiseAny;
    private final boolean readOnly;

    /** The one that had the role last is tried first. */
    private volatile int last;

    /**
     * @param otherwiseAny true to take a server without the role if none has it
     * @param readOnly true to require that each session refuses changes
     */
    Servers(
            final List<PgConnectOptions> all,
            final TargetServer target,
            final boolean otherwiseAny,
            final boolean readOnly) {
        this.all = List.copyOf(all);
        this.readOnly = readOnly;
        this.otherwiseAny = otherwiseAny;
        this.target = otherwiseAny && all.size() == 1 ? TargetServer.ANY : target;
    }

    /** The server can be used, but does not have the role. */
    private static final class WrongRoleException extends ConnectException {

        private static final long serialVersionUID = 1L;

        WrongRoleException(final String message) {
            super(message);
        }
    }

    /** Returns host and port of each, for messages. */
    String names() {
        return all.stream().map(Servers::name).collect(Collectors.joining(","));
    }

    private static String name(final PgConnectOptions server) {
        return server.getHost() + ":" + server.getPort();
    }

    /**
     * Returns the query with a row if the server accepts changes, where connections need such a server; null otherwise.
     *
     * @param hasRefused true if a change was refused, so that connections to any server need one that accepts changes
     */
    @Nullable
    String writableQuery(final boolean hasRefused) {
        final TargetServer role = hasRefused && target == TargetServer.ANY ? TargetServer.READ_WRITE : target;
        return role.isPrimary() ? "SELECT 1 WHERE " + hasRole(role) : null;
    }

    /**
     * Connects to one server after the other. Each has an equal share of the connect time-out, which includes TLS, the login and the check
     * of its role and the session.
     *
     * @param attempt connects to a server
     * @param abandon closes the sockets of an attempt that took too long
     */
    Future<SqlConnection> connect(
            final Function<PgConnectOptions, Future<SqlConnection>> attempt, final Runnable abandon) {
        return connect(attempt, abandon, last, new ArrayList<>());
    }

    private Future<SqlConnection> connect(
            final Function<PgConnectOptions, Future<SqlConnection>> attempt,
            final Runnable abandon,
            final int first,
            final List<Throwable> errors) {
        final int index = (first + errors.size()) % all.size();
        final PgConnectOptions server = all.get(index);
        return inTime(server.getConnectTimeout(), attempt.apply(server).compose(open -> check(open, target)), abandon)
                .onSuccess(connection -> last = index)
                .recover(error -> {
                    errors.add(error);
                    return errors.size() < all.size()
                            ? connect(attempt, abandon, first, errors)
                            : connectToOther(attempt, abandon, first, errors);
                });
    }

    /** Connects to the first server without the role, if that will do. */
    private Future<SqlConnection> connectToOther(
            final Function<PgConnectOptions, Future<SqlConnection>> attempt,
            final Runnable abandon,
            final int first,
            final List<Throwable> errors) {
        for (int i = 0; otherwiseAny && i < errors.size(); i++) {
            if (errors.get(i) instanceof WrongRoleException) {
                final PgConnectOptions server = all.get((first + i) % all.size());
                return inTime(
                        server.getConnectTimeout(),
                        attempt.apply(server).compose(open -> check(open, TargetServer.ANY)),
                        abandon);
            }
        }
        return Future.failedFuture(reason(errors, first));
    }

    /** A single server has the whole connect time-out, which jZenith observes. */
    private Future<SqlConnection> inTime(
            final int millis, final Future<SqlConnection> connection, final Runnable abandon) {
        return all.size() == 1
                ? connection
                : connection.timeout(millis, TimeUnit.MILLISECONDS).recover(error -> {
                    if (!(error instanceof TimeoutException)) {
                        return Future.failedFuture(error);
                    }
                    abandon.run();
                    return Future.failedFuture(
                            new ConnectException("the server did not respond within " + millis + " ms"));
                });
    }

    private Throwable reason(final List<Throwable> errors, final int first) {
        if (errors.size() == 1) {
            return errors.get(0);
        }
        final StringBuilder reasons = new StringBuilder();
        for (int i = 0; i < errors.size(); i++) {
            if (errors.get(i) instanceof PgException refused) {
                return refused;
            }
            reasons.append(i == 0 ? "" : "; ")
                    .append(name(all.get((first + i) % all.size())))
                    .append(": ")
                    .append(errors.get(i).getMessage());
        }
        return new ConnectException(reasons.toString());
    }

    /** Closes the connection if its server does not have the role, or a read-only session accepts changes. */
    private Future<SqlConnection> check(final SqlConnection connection, final TargetServer role) {
        if (role == TargetServer.ANY && !readOnly) {
            return Future.succeededFuture(connection);
        }
        return connection
                .query("SELECT " + hasRole(role) + ", current_setting('transaction_read_only') = 'on'")
                .execute()
                .compose(rows -> {
                    final Row row = rows.iterator().next();
                    final ConnectException wrong = !row.getBoolean(0)
                            ? new WrongRoleException(wrongRole())
                            : readOnly && !row.getBoolean(1) ? new ConnectException(NOT_READ_ONLY) : null;
                    return wrong == null
                            ? Future.succeededFuture(connection)
                            : connection.close().transform(closed -> Future.failedFuture(wrong));
                });
    }

    /** Returns a condition that is true if the server has the role. */
    private static String hasRole(final TargetServer role) {
        return switch (role) {
            case ANY -> "true";
            case READ_WRITE -> "current_setting('transaction_read_only') = 'off'";
            case PRIMARY -> "NOT pg_is_in_recovery()";
            case STANDBY -> "pg_is_in_recovery()";
        };
    }

    private String wrongRole() {
        return switch (target) {
            case READ_WRITE -> "the server accepts no changes";
            case PRIMARY -> "the server is a standby";
            default -> "the server is not a standby";
        };
    }
}
