package org.jzenith.example.user;

import com.google.inject.AbstractModule;

/** Binds the user feature. */
public final class UserModule extends AbstractModule {

    @Override
    protected void configure() {
        bind(UserDirectory.class).to(UserService.class);
        bind(UserService.class);
        bind(UserTable.class);
        bind(Avatars.class);
        bind(OldNames.class);
        bind(WelcomeMails.class);
    }
}
