package org.jzenith.benchmark.blocking;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import javax.sql.DataSource;

/** The rows of the table {@code world}: one statement a row, one after another on a lent connection. */
final class Worlds {

    private static final String SELECT = "SELECT id, randomnumber FROM world WHERE id = ?";

    private final DataSource connections;

    Worlds(final DataSource connections) {
        this.connections = connections;
    }

    List<World> random(final int count) throws SQLException {
        final List<World> worlds = new ArrayList<>(count);
        try (Connection connection = connections.getConnection();
                PreparedStatement select = connection.prepareStatement(SELECT)) {
            for (int i = 0; i < count; i++) {
                select.setInt(1, 1 + ThreadLocalRandom.current().nextInt(World.ROWS));
                worlds.add(world(select));
            }
        }
        return worlds;
    }

    private static World world(final PreparedStatement select) throws SQLException {
        try (ResultSet rows = select.executeQuery()) {
            rows.next();
            return new World(rows.getInt(1), rows.getInt(2));
        }
    }
}
