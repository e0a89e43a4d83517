package org.jzenith.redis;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * A Lua script. The client sends only its hash, and the whole script if the server does not have it yet:
 *
 * <pre>{@code
 * static final RedisScript TAKE = RedisScript.of("return redis.call('DECRBY', KEYS[1], ARGV[1])");
 *
 * Single<Long> left = redis.run(TAKE, List.of(key), 3).map(RedisReply::number);
 * }</pre>
 *
 * <p>Immutable and safe for use by many threads.
 */
public final class RedisScript {

    private final String text;
    private final String sha;

    private RedisScript(final String text, final String sha) {
        this.text = text;
        this.sha = sha;
    }

    /**
     * Creates a script.
     *
     * @param text the Lua code; keys are {@code KEYS[1]} and so on, arguments {@code ARGV[1]} and so on
     * @return the script
     */
    public static RedisScript of(final String text) {
        try {
            final byte[] hash = MessageDigest.getInstance("SHA-1").digest(text.getBytes(StandardCharsets.UTF_8));
            return new RedisScript(text, HexFormat.of().formatHex(hash));
        } catch (final NoSuchAlgorithmException e) {
            throw new IllegalStateException("Each JVM has SHA-1.", e);
        }
    }

    String text() {
        return text;
    }

    String sha() {
        return sha;
    }
}
