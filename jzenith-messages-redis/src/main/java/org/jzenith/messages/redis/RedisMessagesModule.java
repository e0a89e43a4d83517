package org.jzenith.messages.redis;

import com.google.inject.AbstractModule;
import com.google.inject.multibindings.ProvidesIntoSet;
import io.vertx.core.Vertx;
import jakarta.inject.Singleton;
import org.jzenith.messages.engine.MessageEngine;
import org.jzenith.messages.log.LogEngine;
import org.jzenith.redis.RedisClient;

/** The engine on the Redis server of the plugin without a qualifier. */
final class RedisMessagesModule extends AbstractModule {

    /** The name of the engine, which is also the name of the server's plugin. */
    static final String ENGINE = "redis";

    @ProvidesIntoSet
    @Singleton
    MessageEngine engine(final RedisClient client, final Vertx vertx) {
        return LogEngine.of(new RedisLogStore(ENGINE, client), vertx);
    }
}
