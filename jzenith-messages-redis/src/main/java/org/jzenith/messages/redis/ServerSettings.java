package org.jzenith.messages.redis;

import io.reactivex.Completable;
import io.reactivex.Single;
import org.jzenith.redis.RedisClient;
import org.jzenith.redis.RedisReply;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds server settings with which messages can be lost. */
final class ServerSettings {

    private static final Logger LOGGER = LoggerFactory.getLogger(ServerSettings.class);

    private ServerSettings() {}

    /** Logs a warning for each such setting. Completes even if this user has no permission to read the settings. */
    static Completable warn(final RedisClient redis) {
        return Single.zip(
                        redis.command("INFO", "memory").map(RedisReply::text),
                        redis.command("INFO", "persistence").map(RedisReply::text),
                        (memory, persistence) -> {
                            final String policy = value(memory, "maxmemory_policy");
                            if (!policy.isEmpty() && !policy.equals("noeviction")) {
                                LOGGER.warn(
                                        "Redis can delete messages when its memory is full, because its maxmemory-policy is {}. Set maxmemory-policy to noeviction.",
                                        policy);
                            }
                            if (value(persistence, "aof_enabled").equals("0")) {
                                LOGGER.warn(
                                        "Redis can lose messages when it stops, because its appendonly is no. Set appendonly to yes. If no message may be lost, also set appendfsync to always.");
                            }
                            return policy;
                        })
                .ignoreElement()
                .onErrorComplete();
    }

    private static String value(final String info, final String name) {
        return info.lines()
                .filter(line -> line.startsWith(name + ":"))
                .map(line -> line.substring(name.length() + 1).strip())
                .findFirst()
                .orElse("");
    }
}
