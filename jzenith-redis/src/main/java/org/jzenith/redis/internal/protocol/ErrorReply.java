package org.jzenith.redis.internal.protocol;

import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jzenith.redis.error.CommandRefusedException;
import org.jzenith.redis.error.RedisException;
import org.jzenith.redis.error.RedisUnavailableException;
import org.jzenith.redis.error.UnexpectedReplyException;
import org.jzenith.redis.error.WritesRefusedException;

/**
 * An error reply of the server.
 *
 * @param code its first word
 * @param text the rest, which may contain keys and values
 */
public record ErrorReply(String code, String text) {

    /** The codes of a server that accepts no writes. */
    private static final Set<String> NO_WRITES = Set.of("OOM", "READONLY", "MISCONF", "NOREPLICAS");

    private static final Set<String> TEMPORARY = Set.of("LOADING", "BUSY", "MASTERDOWN", "TRYAGAIN", "CLUSTERDOWN");

    private static final Map<String, String> REASONS = Map.ofEntries(
            Map.entry("WRONGTYPE", "the key has a value of another type"),
            Map.entry("OOM", "the server's memory is full (maxmemory)"),
            Map.entry("READONLY", "the server is a replica, which accepts no changes"),
            Map.entry("MISCONF", "the server cannot write to its disk"),
            Map.entry("NOREPLICAS", "the server has fewer replicas than its min-replicas-to-write"),
            Map.entry("NOAUTH", "the server wants a password"),
            Map.entry("WRONGPASS", "the server refuses the user or the password"),
            Map.entry("NOPERM", "the user has no permission for the command or the key"),
            Map.entry("EXECABORT", "the server refuses a command of the transaction"),
            Map.entry("LOADING", "the server is loading its data"),
            Map.entry("BUSY", "a long-running script blocks the server"),
            Map.entry("MASTERDOWN", "the replica has no connection to its master"));

    /** Fixed texts of the server. What has a quote, a digit or a colon in it may repeat a key or value. */
    private static final Pattern FIXED = Pattern.compile("[A-Za-z ,./()-]{1,120}");

    /** A script may start its error with anything. */
    private static final Pattern CODE = Pattern.compile("[A-Z]{1,20}");

    /** Redis 6 wraps the error of a command in a script in one of its own. */
    private static final Pattern IN_SCRIPT = Pattern.compile("ERR Error running script .*: -([A-Z]{1,20} .*)");

    /** The text, without its own code, with which the server closes a new connection. */
    private static final String CLIENTS_FULL = "max number of clients reached";

    /** Made by the decoder, not by the server. */
    static final String TOO_LARGE = "TOOLARGE";

    /** Reads the text of an error. */
    public static ErrorReply of(final String reply) {
        final Matcher inScript = IN_SCRIPT.matcher(reply);
        final String content = inScript.matches() ? inScript.group(1) : reply;
        final int space = content.indexOf(' ');
        final String code = space < 0 ? content : content.substring(0, space);
        return CODE.matcher(code).matches()
                ? new ErrorReply(code, space < 0 ? "" : content.substring(space + 1))
                : new ErrorReply("ERR", content);
    }

    /** Returns the error of a command, without keys and values. */
    public RedisException toException(final String command) {
        if (code.equals(TOO_LARGE)) {
            return new UnexpectedReplyException(command, "a value is larger than redis.max-value-size", null);
        }
        if (text.equals(CLIENTS_FULL)) {
            return new RedisUnavailableException(
                    command, "the server has reached its maximum number of clients (maxclients)");
        }
        final String reason = REASONS.get(code);
        if (TEMPORARY.contains(code)) {
            return new RedisUnavailableException(
                    command, reason == null ? "the server refuses commands: " + code : reason);
        }
        return NO_WRITES.contains(code)
                ? new WritesRefusedException(command, code, String.valueOf(reason))
                : new CommandRefusedException(command, code, reason == null ? fixedText(command) : reason, null);
    }

    private String fixedText(final String command) {
        if (command.startsWith("EVAL") || command.startsWith("FCALL")) {
            return "the script failed on the server";
        }
        if (text.startsWith("unknown command")) {
            return "the server does not know the command";
        }
        return FIXED.matcher(text).matches() ? text : "the server refuses the command";
    }
}
