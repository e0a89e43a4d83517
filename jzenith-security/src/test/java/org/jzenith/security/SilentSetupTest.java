package org.jzenith.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.inject.matcher.Matchers;
import io.reactivex.Maybe;
import io.reactivex.Single;
import jakarta.annotation.security.PermitAll;
import jakarta.annotation.security.RolesAllowed;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.core.JZenith;
import org.jzenith.core.context.Identity;
import org.jzenith.core.problem.StartException;
import org.jzenith.http.handler.GuardDecision;
import org.jzenith.http.handler.ListenerGuard;
import org.jzenith.http.handler.ServerRequest;
import org.jzenith.rest.RestPlugin;
import org.jzenith.security.authorization.Authenticated;
import org.jzenith.test.internal.log.LogLines;

/** Startup reports what would silently fail: missing mechanisms, roles and parts of the plugin, and annotations of services. */
final class SilentSetupTest {

    private static final String NO_MECHANISM = "No mechanism authenticates clients";
    private static final String NO_ROLES = "No user has a role";

    /** A resource for users with a role. */
    @Path("/orders")
    @Produces("text/plain")
    @RolesAllowed("clerk")
    public static final class OrderResource {

        @GET
        public String all() {
            return "orders";
        }
    }

    /** A resource for everyone. */
    @Path("/open")
    @Produces("text/plain")
    public static final class OpenResource {

        @GET
        public String get() {
            return "open";
        }
    }

    private static JZenith shop(final Class<?> resource, final SecurityPlugin security) {
        return JZenith.application()
                .withPlugins(RestPlugin.withResources(resource), security)
                .withConfiguration("rest.port", 0);
    }

    private static List<String> warnings(final JZenith recipe) {
        try (LogLines log = LogLines.open()) {
            recipe.run().stop();
            return log.warnings();
        }
    }

    @Test
    void aPluginWithoutAMechanismIsReportedIfSomethingNeedsAUser() {
        for (final SecurityPlugin security :
                List.of(SecurityPlugin.create(), SecurityPlugin.create().withTickets())) {
            assertThat(warnings(shop(OrderResource.class, security)))
                    .singleElement()
                    .asString()
                    .startsWith(NO_MECHANISM)
                    .contains(
                            "refuses all requests with 401. The first such rule: roles clerk, by @RolesAllowed on OrderResource.")
                    .contains("withBasicAuthentication(..)", "JwtPlugin");
        }
        assertThat(warnings(shop(OpenResource.class, SecurityPlugin.create())
                        .withConfiguration("security.paths.\"/open\"", "authenticated")))
                .singleElement()
                .asString()
                .contains("authenticated, by security.paths.\"/open\".");
        assertThat(warnings(shop(OpenResource.class, SecurityPlugin.create())
                        .withConfiguration("security.paths.\"/open\"", "nobody")))
                .isEmpty();
        assertThat(warnings(shop(OrderResource.class, SecurityPlugin.create()).withModules(TestUsers.module())))
                .isEmpty();
    }

    /** A guard of the application may authenticate clients, too. */
    @Test
    void aFurtherGuardMayAuthenticate() {
        assertThat(warnings(shop(OrderResource.class, SecurityPlugin.create())
                        .withModules(binder ->
                                ListenerGuard.binder(binder).addBinding().toInstance(request -> ListenerGuard.PASS))))
                .isEmpty();
    }

    /** Such as the guard of {@code OidcPlugin} against requests of other sites. */
    @Test
    void aFurtherGuardThatNamesNoUsersHidesNoWarning() {
        final ListenerGuard guard = new ListenerGuard() {
            @Override
            public Single<GuardDecision> check(final ServerRequest request) {
                return PASS;
            }

            @Override
            public boolean mayNameUsers() {
                return false;
            }
        };
        assertThat(warnings(shop(OrderResource.class, SecurityPlugin.create().withClientCertificates())
                        .withModules(binder ->
                                ListenerGuard.binder(binder).addBinding().toInstance(guard))))
                .singleElement()
                .asString()
                .startsWith(NO_ROLES);
    }

    @Test
    void certificatesWithoutRolesAreReportedIfSomethingNeedsARole() {
        final SecurityPlugin certificates = SecurityPlugin.create().withClientCertificates();
        assertThat(warnings(shop(OrderResource.class, certificates)))
                .singleElement()
                .asString()
                .startsWith(NO_ROLES)
                .contains(
                        "refuses all requests with 403. The first such rule: roles clerk, by @RolesAllowed on OrderResource.")
                .endsWith("security.client-certificates.roles is not set.");
        assertThat(warnings(shop(OrderResource.class, certificates)
                        .withConfiguration("security.client-certificates.roles.clerk", "O=Shop")))
                .isEmpty();
        assertThat(warnings(shop(OrderResource.class, certificates.withAugmentor(identity -> Single.just(identity)))))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "security.api-keys.billing.hashes, withApiKeys()",
        "security.api-key-header, withApiKeys()",
        "security.users.ann.password, withBasicAuthentication(..)",
        "security.basic.file, withBasicAuthentication(..)",
        "security.client-certificates.roles.clerk, withClientCertificates()",
        "security.tickets.lifetime, withTickets()",
    })
    void aSettingOfAPartThatIsNotAddedNamesThePart(final String key, final String part) {
        final String advice = "Add " + part + " to SecurityPlugin, or remove it.";
        assertThatThrownBy(() -> shop(OpenResource.class, SecurityPlugin.create())
                        .withConfiguration(key, "s3cret")
                        .run())
                .isInstanceOf(StartException.class)
                .hasMessageContaining("The key " + key)
                .hasMessageContaining(advice);
        assertThatThrownBy(() -> JZenith.application("--" + key + "=s3cret")
                        .withPlugins(RestPlugin.create(), SecurityPlugin.create())
                        .run())
                .isInstanceOf(StartException.class)
                .hasMessageContaining(advice);
    }

    @Test
    void settingsBesideAStoreFailTheStart() {
        assertThatThrownBy(() -> shop(
                                OpenResource.class, SecurityPlugin.create().withApiKeys(key -> Maybe.empty()))
                        .withConfiguration("security.api-keys.billing.hashes", "0".repeat(64))
                        .run())
                .isInstanceOf(StartException.class)
                .hasMessageContaining("security.api-keys is set, but the API keys come from a store");
        assertThatThrownBy(() -> shop(
                                OpenResource.class,
                                SecurityPlugin.create()
                                        .withClientCertificates((subject, chain) -> Optional.<Identity>empty()))
                        .withConfiguration("security.client-certificates.roles.clerk", "O=Shop")
                        .run())
                .isInstanceOf(StartException.class)
                .hasMessageContaining("security.client-certificates.roles is set, but code finds the owners");
    }

    @Test
    void aPartWithoutKeysIsReported() {
        assertThat(warnings(shop(OpenResource.class, SecurityPlugin.create().withApiKeys())))
                .singleElement()
                .asString()
                .startsWith("No API key is configured.");
    }

    /** A service with an annotation on a method. */
    public static class OrderService {

        @Inject
        OrderService() {
            // has no state
        }

        @RolesAllowed("clerk")
        public String cancel() {
            return "cancelled";
        }

        @PermitAll
        public String show() {
            return "shown";
        }
    }

    /** An interface with an annotation for all methods. */
    @Authenticated
    public interface Payments {

        String pay();
    }

    /** A service without an annotation of its own. */
    public static final class CardPayments implements Payments {

        @Override
        public String pay() {
            return "paid";
        }
    }

    /** A resource with a method that handles no request. */
    @Path("/helped")
    @Produces("text/plain")
    public static final class HelpedResource {

        @GET
        @RolesAllowed("clerk")
        public String get() {
            return help();
        }

        @RolesAllowed("admin")
        public String help() {
            return "help";
        }
    }

    @Test
    void anAnnotationOfAServiceFailsTheStart() {
        final String reason = ", because the method handles no request. Everyone can call it.";
        assertThatThrownBy(() -> shop(HelpedResource.class, SecurityPlugin.create())
                        .withModules(binder -> {
                            binder.bind(OrderService.class);
                            binder.bind(Payments.class).toInstance(new CardPayments());
                        })
                        .run())
                .isInstanceOf(StartException.class)
                .hasMessageContaining("3 problems")
                .hasMessageContaining(
                        "Nothing enforces @RolesAllowed on " + OrderService.class.getName() + ".cancel" + reason)
                .hasMessageContaining("Nothing enforces @Authenticated on " + Payments.class.getName() + reason)
                .hasMessageContaining(
                        "Nothing enforces @RolesAllowed on " + HelpedResource.class.getName() + ".help" + reason)
                .hasMessageContaining("Annotate the resource methods that call it instead, or remove the annotation.");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aServiceWhoseMethodsGuiceInterceptsIsEnforced(final boolean intercepted) {
        final JZenith recipe = shop(OpenResource.class, SecurityPlugin.create()).withModules(binder -> {
            binder.bind(OrderService.class);
            if (intercepted) {
                binder.bindInterceptor(
                        Matchers.any(), Matchers.annotatedWith(RolesAllowed.class), call -> call.proceed());
            }
        });
        if (intercepted) {
            recipe.run().stop();
        } else {
            assertThatThrownBy(recipe::run).hasMessageContaining("OrderService.cancel");
            recipe.withConfiguration("rest.application-enforces-access-annotations", true)
                    .run()
                    .stop();
        }
    }
}
