package org.jzenith.docs.cookbook.jdbc;

import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.NoSuchElementException;
import javax.sql.DataSource;
import org.jzenith.core.context.RequestDeadline;

/** Moves money. Its methods block. */
final class BankAccounts {

    private final DataSource pool;

    @Inject
    BankAccounts(final DataSource pool) {
        this.pool = pool;
    }

    // region transfer
    void transfer(final String from, final String to, final int cents)
            throws SQLException {
        try (Connection connection = pool.getConnection()) {
            connection.setAutoCommit(false);
            add(connection, from, -cents);
            add(connection, to, cents);
            connection.commit();
        }
    }

    private static void add(
            final Connection connection, final String account, final int cents)
            throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(
                "UPDATE account SET cents = cents + ? WHERE id = ?")) {
            update.setQueryTimeout(secondsLeft());
            update.setInt(1, cents);
            update.setString(2, account);
            if (update.executeUpdate() == 0) {
                throw new NoSuchElementException(
                        "There is no account " + account + ".");
            }
        }
    }

    private static int secondsLeft() {
        final Duration left =
                RequestDeadline.current().limit(Duration.ofSeconds(20));
        return Math.max(1, (int) left.toSeconds());
    }
    // endregion
}
