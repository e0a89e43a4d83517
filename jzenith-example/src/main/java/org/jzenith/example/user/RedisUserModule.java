package org.jzenith.example.user;

import com.google.inject.AbstractModule;

/** Binds the users in Redis. */
public final class RedisUserModule extends AbstractModule {

    @Override
    protected void configure() {
        bind(UserDirectory.class).to(RedisUsers.class);
        bind(RedisUsers.class);
    }
}
