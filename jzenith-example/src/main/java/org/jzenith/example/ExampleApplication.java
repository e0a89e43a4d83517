package org.jzenith.example;

import java.time.Duration;
import java.util.Arrays;
import org.jzenith.core.JZenith;
import org.jzenith.example.admin.AdminResource;
import org.jzenith.example.benchmark.BenchmarkModule;
import org.jzenith.example.benchmark.BenchmarkResource;
import org.jzenith.example.benchmark.WorldCachePlugin;
import org.jzenith.example.note.NoteModule;
import org.jzenith.example.note.OwnNotesResource;
import org.jzenith.example.peer.PeerApi;
import org.jzenith.example.peer.PeerResource;
import org.jzenith.example.user.AvatarResource;
import org.jzenith.example.user.NoSuchUserException;
import org.jzenith.example.user.OldNames;
import org.jzenith.example.user.UserChange;
import org.jzenith.example.user.UserModule;
import org.jzenith.example.user.UserResource;
import org.jzenith.example.user.UserSettings;
import org.jzenith.example.user.UserSocket;
import org.jzenith.example.user.UserStreamResource;
import org.jzenith.example.user.WelcomeMails;
import org.jzenith.http.file.StaticFiles;
import org.jzenith.http.problem.Problem;
import org.jzenith.jobs.Jobs;
import org.jzenith.logging.LoggingPlugin;
import org.jzenith.messages.live.LiveEventsPlugin;
import org.jzenith.messages.plugin.MessagesPlugin;
import org.jzenith.messages.sql.SqlMessagesPlugin;
import org.jzenith.observability.AdminPlugin;
import org.jzenith.observability.ObservabilityPlugin;
import org.jzenith.openapi.OpenApiPlugin;
import org.jzenith.postgresql.PostgresqlPlugin;
import org.jzenith.postgresql.embedded.EmbeddedPostgresql;
import org.jzenith.rest.RestPlugin;
import org.jzenith.restclient.RestClientPlugin;
import org.jzenith.security.SecurityPlugin;
import org.jzenith.security.authorization.Access;
import org.jzenith.security.embedded.EmbeddedIdentityProvider;
import org.jzenith.security.jwt.JwtPlugin;
import org.jzenith.security.password.Users;
import org.jzenith.sql.error.UniqueViolationException;
import org.jzenith.tracing.TracingPlugin;
import org.jzenith.websocket.WebSocketPlugin;

/** Starts the example: {@code java -jar jzenith-example.jar}. */
public final class ExampleApplication {

    private ExampleApplication() {}

    /**
     * Runs the example.
     *
     * @param args settings such as {@code --rest.port=9090}; {@code --help} shows all
     */
    public static void main(final String... args) {
        application(args).run();
    }

    /**
     * Returns the application, not yet started. The tests use it, too.
     *
     * @param args the command line
     * @return everything that the example consists of
     */
    public static JZenith application(final String... args) {
        final SecurityPlugin security =
                SecurityPlugin.create().withMount("/", Access.everyone()).withMount("/account", Access.authenticated());
        return isOperated(args) ? operated(security, args) : example(security, args);
    }

    // region operators
    /**
     * Adds a listener for operators. Its page requires a role, so browsers ask
     * for a password.
     */
    private static JZenith operated(
            final SecurityPlugin security, final String... args) {
        final OperatorPassword password = OperatorPassword.create();
        return example(
                        security.withBasicAuthentication(Users.fromSettings())
                                .withPath(
                                        "/admin",
                                        Access.roles("operator"),
                                        "rest.admin")
                                .withPath(
                                        "/openapi/routes",
                                        Access.roles("operator"),
                                        "rest.admin"),
                        args)
                .withPlugins(
                        RestPlugin.named("admin"),
                        ObservabilityPlugin.create(),
                        AdminPlugin.create(),
                        password)
                .withConfiguration(
                        "security.users.operator.password", password.hash())
                .withConfiguration("security.users.operator.roles", "operator");
    }
    // endregion

    /** Returns true if the port for operators is set. Without it, several examples can run on one machine. */
    private static boolean isOperated(final String... args) {
        return System.getenv("REST_ADMIN_PORT") != null
                || Arrays.stream(args).anyMatch(arg -> arg.startsWith("--rest.admin.port="));
    }

    private static JZenith example(final SecurityPlugin security, final String... args) {
        return JZenith.application(args)
                .withPlugins(
                        RestPlugin.withResources(
                                        UserResource.class,
                                        UserStreamResource.class,
                                        AvatarResource.class,
                                        OwnNotesResource.class,
                                        AdminResource.class,
                                        PeerResource.class,
                                        BenchmarkResource.class)
                                .withMapping(
                                        NoSuchUserException.class,
                                        e -> Problem.of(404).withDetail("There is no user " + e.id() + "."))
                                .withMapping(UniqueViolationException.class, 409, "This e-mail address is taken."),
                        security,
                        JwtPlugin.create(),
                        EmbeddedIdentityProvider.create()
                                .withUser("ann", "admin")
                                .withUser("bob"),
                        PostgresqlPlugin.create(),
                        EmbeddedPostgresql.create(),
                        LoggingPlugin.create(),
                        StaticFiles.of(StaticFiles.at("/", "classpath:web")),
                        WebSocketPlugin.create().at("/ws/users", UserSocket.class),
                        OpenApiPlugin.create(),
                        RestClientPlugin.of(PeerApi.class, "peer"),
                        TracingPlugin.create(),
                        new WorldCachePlugin(),
                        SqlMessagesPlugin.create(),
                        MessagesPlugin.create()
                                .consuming(UserChange.CHANGES, "welcome", WelcomeMails.class, WelcomeMails::send),
                        LiveEventsPlugin.create(),
                        Jobs.of(Jobs.every(Duration.ofHours(1), "remove-old-names", OldNames.class, OldNames::remove)
                                .onOneInstance()))
                .withSettings(UserSettings.class)
                .withModules(new UserModule(), new NoteModule(), new BenchmarkModule())
                // The embedded identity provider serves no other machine.
                .withConfiguration("rest.host", "localhost")
                .withConfiguration("rest.server-header", "jZenith")
                .withConfiguration("rest.access-log.format", "json")
                .withConfiguration("rest.access-log.output", "logger")
                .withConfiguration("rest.access-log.exclude", "/health/*")
                .withConfiguration("openapi.title", "jZenith example")
                .withConfiguration("openapi.ui.enabled", true)
                .withConfiguration("security.deny-by-default", true)
                .withConfiguration("postgresql.database", "example")
                // No superuser, as these see the rows of all users.
                .withConfiguration("postgresql.username", "example")
                .withConfiguration("postgresql.row-security.enabled", true)
                .withConfiguration("tracing.service-name", "example")
                .withConfiguration("rest-client.peer.url", "http://localhost:${rest.port}")
                .withConfiguration("rest-client.peer.breaker.enabled", true);
    }
}
