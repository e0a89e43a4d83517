package org.jzenith.benchmark.messages;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import org.jzenith.benchmark.process.BenchmarkException;

/** Reads what the instances have written, on connections that no fault strikes. */
record Audit(String url, String username, String password) {

    private static final String OUT_OF_ORDER = """
            SELECT count(*) FROM (
                SELECT number, lag(number, 1, 0::bigint) OVER (PARTITION BY customer ORDER BY first) AS before
                FROM orders NATURAL JOIN (
                    SELECT customer, number, min(id) AS first FROM delivery GROUP BY customer, number
                ) AS firsts
                WHERE at > '%s'::timestamptz
            ) AS pairs WHERE number < before
            """;

    private static final String LOST = "SELECT count(*) FROM orders o WHERE NOT EXISTS"
            + " (SELECT FROM delivery d WHERE d.customer = o.customer AND d.number = o.number)";

    private static final String PAUSE = """
            SELECT coalesce(max(extract(epoch FROM pause)), 0) FROM (
                SELECT at - lag(at) OVER (ORDER BY id) AS pause FROM turn
            ) AS pauses
            """;

    private static final String DELAY = """
            SELECT coalesce(max(extract(epoch FROM first - at)), 0) FROM orders NATURAL JOIN (
                SELECT customer, number, min(at) AS first FROM delivery GROUP BY customer, number
            ) AS firsts
            """;

    private static final String STANDSTILL = """
            SELECT coalesce(max(extract(epoch FROM first - greatest(at, before))), 0) FROM (
                SELECT at, first, lag(first) OVER (PARTITION BY customer ORDER BY number) AS before
                FROM orders NATURAL JOIN (
                    SELECT customer, number, min(at) AS first FROM delivery GROUP BY customer, number
                ) AS firsts
            ) AS orders
            """;

    private static final String OLD_TERMS = """
            SELECT count(*) FROM (
                SELECT term, max(term) OVER (ORDER BY id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS highest
                FROM turn
            ) AS turns WHERE term < highest
            """;

    private static final String SHARED_TERMS =
            "SELECT count(*) FROM (SELECT FROM turn GROUP BY term HAVING count(DISTINCT instance) > 1) AS shared";

    long ordered() {
        return number("SELECT count(*) FROM orders");
    }

    /** Returns the number of orders that no consumer was given, or whose amount is not in the ledger. */
    long lost() {
        return number(LOST);
    }

    /** Returns by how much the sum of the ledger differs from that of the orders. */
    long difference() {
        return number("SELECT coalesce((SELECT sum(amount) FROM orders), 0) - (SELECT sum(balance) FROM ledger)");
    }

    /** Returns the number of orders that a consumer has not got, of those until a time. */
    long lost(final String until) {
        return number(LOST + " AND o.at <= '" + until + "'::timestamptz");
    }

    /** Returns the number of first deliveries that came after that of a later order of the customer, and of such entries of the ledger. */
    long outOfOrder() {
        return outOfOrder("-infinity") + number("SELECT sum(out_of_order) FROM ledger");
    }

    /** Returns the number of first deliveries that came after that of a later order of the customer, of the orders since a time. */
    long outOfOrder(final String since) {
        return number(OUT_OF_ORDER.formatted(since));
    }

    /** Returns the time of the database. */
    String now() {
        return read("SELECT clock_timestamp()::text", result -> result.getString(1));
    }

    long repeats() {
        return number("SELECT count(*) - count(DISTINCT (customer, number)) FROM delivery");
    }

    /** Returns the number of writes of the job after those of a later term, and of terms in which two instances wrote. */
    long oldTerms() {
        return number(OLD_TERMS) + number(SHARED_TERMS);
    }

    /** Returns the longest time from an order to its first delivery. */
    double longestDelay() {
        return seconds(DELAY);
    }

    /** Returns the longest time in which a customer's orders waited and none of them was delivered. */
    double longestStandstill() {
        return seconds(STANDSTILL);
    }

    double longestPauseOfJob() {
        return seconds(PAUSE);
    }

    /** Returns the number of deliveries to an instance in the last seconds. */
    long deliveries(final String instance, final int seconds) {
        return number("SELECT count(*) FROM delivery WHERE instance = '" + instance
                + "' AND at > clock_timestamp() - interval '" + seconds + " s'");
    }

    /** Returns the name of the instance that wrote the last turn of the job. */
    String leader() {
        return read("SELECT instance FROM turn ORDER BY id DESC LIMIT 1", result -> result.getString(1));
    }

    Map<String, Long> orderedByCustomer() {
        final Map<String, Long> ordered = new HashMap<>();
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("SELECT customer, count(*) FROM orders GROUP BY customer")) {
            while (result.next()) {
                ordered.put(result.getString(1), result.getLong(2));
            }
        } catch (final SQLException e) {
            throw failure(e);
        }
        return ordered;
    }

    private long number(final String sql) {
        return read(sql, result -> result.getLong(1));
    }

    private double seconds(final String sql) {
        return read(sql, result -> result.getDouble(1));
    }

    private interface Reading<T> {
        T read(ResultSet result) throws SQLException;
    }

    private <T> T read(final String sql, final Reading<T> reading) {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            if (!result.next()) {
                throw new BenchmarkException("There is no result of " + sql + ".");
            }
            return reading.read(result);
        } catch (final SQLException e) {
            throw failure(e);
        }
    }

    /** Runs a statement. */
    void execute(final String sql) {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (final SQLException e) {
            throw failure(e);
        }
    }

    private Connection connect() throws SQLException {
        return DriverManager.getConnection(url, username, password);
    }

    private static BenchmarkException failure(final SQLException e) {
        return new BenchmarkException("The database cannot be read.", e);
    }
}
