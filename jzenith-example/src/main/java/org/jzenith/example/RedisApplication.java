package org.jzenith.example;

import org.jzenith.core.JZenith;
import org.jzenith.example.user.NoSuchUserException;
import org.jzenith.example.user.RedisUserModule;
import org.jzenith.example.user.TakenAddressException;
import org.jzenith.example.user.UserResource;
import org.jzenith.http.problem.Problem;
import org.jzenith.redis.RedisPlugin;
import org.jzenith.redis.embedded.EmbeddedRedis;
import org.jzenith.rest.RestPlugin;
import org.jzenith.security.SecurityPlugin;

/** Starts the users of the example on Redis: {@code java -cp jzenith-example.jar org.jzenith.example.RedisApplication}. */
public final class RedisApplication {

    private RedisApplication() {}

    /**
     * Runs the example.
     *
     * @param args settings such as {@code --redis.host=cache.example}; {@code --help} shows all
     */
    public static void main(final String... args) {
        application(args).run();
    }

    // region application
    /**
     * Returns the application, not yet started. The tests use it, too.
     *
     * @param args the command line
     * @return the users, behind the same resource as in the example
     */
    public static JZenith application(final String... args) {
        return JZenith.application(args)
                .withPlugins(
                        RestPlugin.withResources(UserResource.class)
                                .withMapping(
                                        NoSuchUserException.class,
                                        e -> Problem.of(404)
                                                .withDetail("There is no user "
                                                        + e.id() + "."))
                                .withMapping(
                                        TakenAddressException.class,
                                        409,
                                        "This e-mail address is taken."),
                        SecurityPlugin.create(),
                        RedisPlugin.create(),
                        EmbeddedRedis.create())
                .withModules(new RedisUserModule());
    }
    // endregion
}
