package org.jzenith.messages.redis;

import io.reactivex.Completable;
import io.reactivex.Single;
import org.jzenith.redis.RedisClient;
import org.jzenith.redis.RedisReply;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks for settings of the server with which it loses messages. */
final class ServerSettings {

    private static final Logger LOGGER = LoggerFactory.getLogger(ServerSettings.class);

    private ServerSettings() {}

    /** Warns once of each setting. Completes also if the server does not tell its settings to this user. */
    static Completable warn(final RedisClient redis) {
        return Single.zip(
                        redis.command("INFO", "memory").map(RedisReply::text),
                        redis.command("INFO", "persistence").map(RedisReply::text),
                        (memory, persistence) -> {
                            final String policy = value(memory, "maxmemory_policy");
                            if (!policy.isEmpty() && !policy.equals("noeviction")) {
                                LOGGER.warn(
                                        "Redis may delete messages when its memory is full, because its maxmemory-policy is {}. Set it to noeviction.",
                                        policy);
                            }
                            if (value(persistence, "aof_enabled").equals("0")) {
                                LOGGER.warn(
                                        "Redis loses messages when it stops, because its appendonly is no. Set it to yes, and appendfsync to always if no message may be lost.");
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
