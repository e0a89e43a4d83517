package org.jzenith.example;

import org.jzenith.core.JZenith;
import org.jzenith.redis.RedisPlugin;
import org.jzenith.redis.embedded.EmbeddedRedis;

/**
 * Starts the example with a login as one of several instances, which share sessions, logouts, tickets and limits in Redis: {@code java -cp
 * jzenith-example.jar org.jzenith.example.ReplicaApplication --profile=keycloak --redis.host=cache.example}.
 */
public final class ReplicaApplication {

    private ReplicaApplication() {}

    /**
     * Runs the example.
     *
     * @param args settings such as {@code --oidc.issuer=https://login.example.com/realms/example}; {@code --help} shows all
     */
    public static void main(final String... args) {
        application(args).run();
    }

    // region application
    /**
     * Returns the application, not yet started. The tests use it, too.
     *
     * @param args the command line
     * @return the example with a login, for several instances
     */
    public static JZenith application(final String... args) {
        return LoginApplication.application(args)
                .withPlugins(RedisPlugin.create(), EmbeddedRedis.create())
                .withConfiguration("oidc.session.store", "redis")
                .withConfiguration("jzenith.shared-state", "redis")
                .withConfiguration("rest.rate-limit.store", "redis");
    }
    // endregion
}
