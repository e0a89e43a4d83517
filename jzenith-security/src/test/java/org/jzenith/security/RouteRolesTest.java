package org.jzenith.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.inject.Module;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import jakarta.inject.Inject;
import jakarta.inject.Provider;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.problem.StartException;
import org.jzenith.http.handler.Exchange;
import org.jzenith.http.handler.HttpMount;
import org.jzenith.http.handler.MountPart;
import org.jzenith.http.handler.MountRoute;
import org.jzenith.http.handler.MountRoutes;
import org.jzenith.http.handler.RequestHandler;
import org.jzenith.rest.RestPlugin;
import org.jzenith.security.authorization.Access;
import org.jzenith.security.authorization.AccessTable;
import org.jzenith.test.internal.log.LogLines;
import org.jzenith.test.internal.log.PrintedText;

/** A mount names the roles of its routes. */
final class RouteRolesTest {

    private static final MountRoute GET = MountRoute.of(HttpMethod.GET);

    private final Scripts scripts = new Scripts(List.of(
            part("/api/users/{id}", GET.withRoles(Set.of("clerk")).withOrigin("users.js:3")),
            part("/api/users/{id}", MountRoute.of(HttpMethod.DELETE).withRoles(Set.of("admin", "root"))),
            part("/api/open", GET.permittingAll().withOrigin("open.js:1")),
            part("/api/other/{name}", GET)));

    private RunningApplication application;

    /** Responds with its route. */
    private static final class Scripts implements RequestHandler {

        private final MountRoutes<MountPart> routes;
        private Provider<AccessTable> table;

        Scripts(final List<MountPart> parts) {
            this.routes = MountRoutes.of("/api", parts, part -> part);
        }

        @Override
        public Task task(final Exchange exchange) {
            return routes.task(
                    exchange,
                    match -> () -> exchange.response()
                            .send("text/plain", Buffer.buffer(match.handler().toString())));
        }

        Module module() {
            return binder -> {
                HttpMount.binder(binder)
                        .addBinding()
                        .toInstance(HttpMount.at("/api", "scripts", this).withParts(routes.parts()));
                binder.requestInjection(this);
            };
        }

        @Inject
        void setTable(final Provider<AccessTable> made) {
            table = made;
        }
    }

    private static MountPart part(final String template, final MountRoute route) {
        return new MountPart(template, Scripts.class, route);
    }

    private JZenith recipe(final SecurityPlugin security, final String... arguments) {
        return JZenith.application(arguments)
                .withPlugins(RestPlugin.withResources(), security)
                .withModules(scripts.module())
                .withConfiguration("rest.health.enabled", false)
                .withConfiguration("rest.port", 0);
    }

    @AfterEach
    void stop() {
        if (application != null) {
            application.stop();
        }
    }

    private int status(final String method, final String path, final String user) throws Exception {
        return RawClient.send(
                        false,
                        application.port(),
                        method,
                        path,
                        user.isEmpty() ? Map.of() : Map.of(TestUsers.HEADER, user))
                .status();
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /api/users/5, '', 401",
        "GET, /api/users/5, ann;x, 403",
        "GET, /api/users/5, ann;clerk, 200",
        "HEAD, /api/users/5, ann;x, 403",
        "DELETE, /api/users/5, ann;clerk, 403",
        "DELETE, /api/users/5, ann;root, 200",
        "DELETE, /api/users%2F5, ann;x, 404",
        "GET, /api/users/5/, '', 401",
        "GET, /%61pi/%75sers/5, '', 401",
        "GET, /api/open, '', 200",
        "GET, /api/other/a, '', 401",
        "GET, /api/other/a, ann;x, 200",
        "GET, /api/other/public, '', 200",
        "POST, /api/users/5, '', 405",
        "GET, /api/nothing, '', 404",
    })
    void rolesAndPathsDecide(final String method, final String path, final String user, final int status)
            throws Exception {
        application = recipe(SecurityPlugin.create()
                        .withPath("/api", Access.authenticated())
                        .withPath("/api/other/public", Access.everyone()))
                .withModules(TestUsers.module())
                .run();
        assertThat(status(method, path, user)).isEqualTo(status);
    }

    @Test
    void theTableOfAccessHasTheRoutes() {
        application = recipe(SecurityPlugin.create()
                        .withPath("/api", Access.authenticated())
                        .withPath("/api/other/public", Access.everyone()))
                .withModules(TestUsers.module())
                .run();
        assertThat(scripts.table.get().toString().lines())
                .anyMatch(line -> line.matches("rest +GET +/api/users/\\{id} +roles clerk +the route in users.js:3"))
                .anyMatch(line ->
                        line.matches("rest +DELETE +/api/users/\\{id} +roles (admin, root|root, admin) +the route"))
                .anyMatch(line -> line.matches("rest +GET +/api/open +everyone +the route in open.js:1"))
                .anyMatch(line -> line.matches("rest +GET +/api/other/\\{name} +authenticated; below /api/other/public"
                        + " everyone +withPath\\(\"/api\"\\); withPath\\(\"/api/other/public\"\\)"));
    }

    @Test
    void theListOfRoutesNamesTheDecisions() {
        final String printed =
                PrintedText.of(recipe(SecurityPlugin.create().withPath("/api/other", Access.roles("guest")), "--routes")
                        .withModules(TestUsers.module()));
        assertThat(printed.lines())
                .anyMatch(line -> line.matches(
                        "GET +/api/users/\\{id} +users.js:3 +- +- +roles clerk, by the route in users.js:3"))
                .anyMatch(line -> line.matches(
                        "GET +/api/other/\\{name} +Scripts +- +- +roles guest, by withPath\\(\"/api/other\"\\)"));
    }

    @Test
    void aRouteThatNobodyHasDecidedAboutFailsTheStart() {
        assertThatThrownBy(() -> recipe(SecurityPlugin.create())
                        .withModules(TestUsers.module())
                        .withConfiguration("security.deny-by-default", true)
                        .run())
                .isInstanceOfSatisfying(
                        StartException.class,
                        refused -> assertThat(refused.problems())
                                .singleElement()
                                .satisfies(problem -> assertThat(problem.toString())
                                        .contains(
                                                "The route GET /api/other/{name} of the listener 'rest' has no access rule, and"
                                                        + " security.deny-by-default is on.")
                                        .contains("security.paths.\"/api/other\"=roles admin")));
    }

    @Test
    void rolesThatNobodyHasAreReported() {
        try (LogLines log = LogLines.open()) {
            recipe(SecurityPlugin.create()).run().stop();
            assertThat(log.warnings())
                    .singleElement()
                    .asString()
                    .startsWith("No mechanism authenticates clients")
                    .contains("roles clerk, by the route in users.js:3");
        }
    }

    @Test
    void aRuleForAPathThatNoRouteHasFailsTheStart() {
        assertThatThrownBy(() -> recipe(SecurityPlugin.create().withPath("/api/users/5/cars", Access.nobody()))
                        .withModules(TestUsers.module())
                        .run())
                .isInstanceOf(StartException.class)
                .hasMessageContaining("withPath(\"/api/users/5/cars\") matches nothing");
    }
}
