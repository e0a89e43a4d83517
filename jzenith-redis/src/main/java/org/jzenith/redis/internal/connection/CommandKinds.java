package org.jzenith.redis.internal.connection;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.jzenith.redis.internal.protocol.Arguments;

/** Tells which commands block, and which would change a connection that others use. */
public final class CommandKinds {

    private static final Set<String> BLOCKING =
            Set.of("BLPOP", "BRPOP", "BLMOVE", "BRPOPLPUSH", "BLMPOP", "BZPOPMIN", "BZPOPMAX", "BZMPOP");
    private static final Set<String> TRANSACTION = Set.of("MULTI", "EXEC", "DISCARD", "WATCH", "UNWATCH");
    private static final Set<String> MESSAGES =
            Set.of("SUBSCRIBE", "PSUBSCRIBE", "SSUBSCRIBE", "UNSUBSCRIBE", "PUNSUBSCRIBE", "SUNSUBSCRIBE", "MONITOR");
    private static final Set<String> STATE =
            Set.of("AUTH", "HELLO", "SELECT", "QUIT", "RESET", "SYNC", "PSYNC", "READONLY", "READWRITE", "ASKING");

    private CommandKinds() {}

    /** Returns true if the command may wait on the server, so that it needs its own connection. */
    public static boolean blocks(final Arguments command) {
        return BLOCKING.contains(command.name()) || block(command) >= 0;
    }

    /** Returns the index of the option BLOCK of XREAD and XREADGROUP; negative if there is none. */
    private static int block(final Arguments command) {
        final List<Object> options = command.name().startsWith("XREAD") ? options(command.values()) : List.of();
        for (int i = 0; i + 1 < options.size(); i++) {
            if (options.get(i) instanceof final String word && word.equalsIgnoreCase("BLOCK")) {
                return i;
            }
        }
        return -1;
    }

    /**
     * Returns how long a blocking command may wait on the server.
     *
     * @return milliseconds; 0 for ever, and for a number that the server refuses
     */
    static long blockMillis(final Arguments command) {
        final List<Object> values = command.values();
        final int block = block(command);
        if (values.isEmpty()) {
            return 0;
        }
        final Object number = block >= 0
                ? values.get(block + 1)
                : values.get(command.name().endsWith("MPOP") ? 0 : values.size() - 1);
        try {
            final double given = Double.parseDouble(number.toString());
            return Math.max(0, Math.round(block >= 0 ? given : given * 1_000));
        } catch (final NumberFormatException e) {
            return 0;
        }
    }

    /** The options stand before the keys. */
    private static List<Object> options(final List<Object> values) {
        for (int i = 0; i < values.size(); i++) {
            if (values.get(i) instanceof final String word && word.equalsIgnoreCase("STREAMS")) {
                return values.subList(0, i);
            }
        }
        return values;
    }

    /** Returns true if the command waits for the changes of its own connection. */
    static boolean waitsForOwnChanges(final Arguments command) {
        return command.name().startsWith("WAIT");
    }

    /** Returns what to write instead of a command that would change the connection for other callers; null for others. */
    public static @Nullable String refusal(final Arguments command) {
        if (TRANSACTION.contains(command.name())) {
            return "it needs its own connection: use transaction(..)";
        }
        if (MESSAGES.contains(command.name())) {
            return "it needs its own connection: use messages(..)";
        }
        final boolean ofClient = command.name().equals("CLIENT")
                && !command.values().isEmpty()
                && Set.of("REPLY", "TRACKING", "PAUSE")
                        .contains(command.values().get(0).toString().toUpperCase(Locale.ROOT));
        return STATE.contains(command.name()) || ofClient
                ? "it would change the connection for all callers: use the settings under redis, or RedisPlugin.named(..)"
                : null;
    }
}
