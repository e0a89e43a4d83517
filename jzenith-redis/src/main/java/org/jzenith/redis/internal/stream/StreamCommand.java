package org.jzenith.redis.internal.stream;

import io.reactivex.Completable;
import io.vertx.core.Future;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jzenith.redis.internal.connection.CommandRunner;
import org.jzenith.redis.internal.connection.RedisConnection;
import org.jzenith.redis.internal.connection.RedisConnector;

/** A command of a group, sent on the connection of its reader or on one that all callers share. */
record StreamCommand(String name, List<Object> arguments) {

    static StreamCommand of(final String name, final Object... arguments) {
        return new StreamCommand(name, List.copyOf(Arrays.asList(arguments)));
    }

    /** Sends it at each subscription. */
    Completable sentBy(final CommandRunner runner) {
        return runner.run(reply -> reply, name, arguments.toArray()).ignoreElement();
    }

    Future<@Nullable Object> sendOn(final RedisConnection connection, final RedisConnector connector) {
        return connector.run(connection, name, arguments.toArray());
    }
}
