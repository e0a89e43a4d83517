package org.jzenith.postgresql.internal.pgclient;

import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.SqlConnection;
import java.nio.charset.StandardCharsets;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.jzenith.sql.driver.ChannelProtocol;

/** {@code LISTEN} and {@code UNLISTEN}. */
final class PgChannels implements ChannelProtocol {

    /** The server cuts longer names in LISTEN, and refuses them in pg_notify. */
    private static final int LONGEST_NAME = 63;

    @Override
    public @Nullable String refusal(final String channel) {
        if (channel.isEmpty()) {
            return "is empty";
        }
        if (channel.indexOf('\0') >= 0 || !StandardCharsets.UTF_8.newEncoder().canEncode(channel)) {
            return "has a character that PostgreSQL cannot store";
        }
        final int length = channel.getBytes(StandardCharsets.UTF_8).length;
        return length <= LONGEST_NAME
                ? null
                : "has " + length + " bytes in UTF-8; PostgreSQL allows " + LONGEST_NAME + " bytes";
    }

    @Override
    public String listen(final String channel) {
        return "LISTEN " + quoted(channel);
    }

    @Override
    public String unlisten(final String channel) {
        return "UNLISTEN " + quoted(channel);
    }

    private static String quoted(final String channel) {
        return PgDriver.LEXIS.quoted(channel);
    }

    @Override
    public void receive(final SqlConnection connection, final BiConsumer<String, String> receiver) {
        PgConnection.cast(connection)
                .notificationHandler(sent -> receiver.accept(sent.getChannel(), sent.getPayload()));
    }
}
