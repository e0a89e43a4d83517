package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.annotation.security.DenyAll;
import jakarta.annotation.security.PermitAll;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.ForbiddenException;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.DynamicFeature;
import jakarta.ws.rs.container.PreMatching;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.Application;
import jakarta.ws.rs.core.FeatureContext;
import jakarta.ws.rs.core.SecurityContext;
import java.security.Principal;
import java.util.Map;
import java.util.Set;
import org.jboss.resteasy.plugins.interceptors.RoleBasedSecurityFeature;
import org.junit.jupiter.api.Test;
import org.jzenith.core.problem.StartException;

/** An application that says who may call a method, and has nothing that asks, does not start. */
final class AccessAnnotationsTest {

    private static final Map<String, Object> ENFORCED = Map.of("rest.application-enforces-access-annotations", true);

    @Path("/open")
    public static final class Open {

        @GET
        public String get() {
            return "open";
        }
    }

    @Path("/helped")
    public static final class Helped {

        @GET
        public String get() {
            return helper();
        }

        @DenyAll
        public String helper() {
            return "no resource method";
        }
    }

    @Path("/secrets")
    public static final class Secrets {

        @GET
        @RolesAllowed("admin")
        public String secret() {
            return "the secret";
        }

        @GET
        @Path("never")
        @DenyAll
        public String never() {
            return "the secret";
        }

        @GET
        @Path("free")
        @PermitAll
        public String free() {
            return "free";
        }

        @GET
        @Path("plain")
        public String plain() {
            return "plain";
        }
    }

    @DenyAll
    @Path("/closed")
    public static final class Closed {

        @GET
        public String closed() {
            return "the secret";
        }

        @GET
        @Path("some")
        @RolesAllowed("admin")
        public String some() {
            return "the secret";
        }
    }

    interface Contract {

        @GET
        @Path("contract")
        @RolesAllowed("admin")
        String contract();
    }

    @RolesAllowed("admin")
    public abstract static class Base {

        @GET
        @Path("base")
        public String base() {
            return "the secret";
        }
    }

    @Path("/subclass")
    public static final class Subclass extends Base implements Contract {

        @Override
        public String contract() {
            return "the secret";
        }
    }

    @Path("/parent")
    public static final class Parent {

        @Path("{id}")
        public Child child(@PathParam("id") final int id) {
            return new Child();
        }

        @Path("class")
        public Class<OtherChild> otherChild() {
            return OtherChild.class;
        }

        @Path("guarded")
        @RolesAllowed("admin")
        public Open guarded() {
            return new Open();
        }
    }

    @Path("/hiding")
    public static final class Hiding {

        @Path("child")
        public Object child() {
            return new Child();
        }

        @Path("open")
        public Object open() {
            return new Open();
        }
    }

    public static final class Child {

        @GET
        @RolesAllowed("admin")
        public String ofChild() {
            return "the secret";
        }

        @Path("again")
        public Child again() {
            return this;
        }
    }

    public static final class OtherChild {

        @GET
        @DenyAll
        public String ofOtherChild() {
            return "the secret";
        }
    }

    @PreMatching
    static final class Login implements ContainerRequestFilter {

        @Override
        public void filter(final ContainerRequestContext request) {
            if (request.getHeaderString("X-Role") != null) {
                request.setSecurityContext(new SecurityContext() {
                    @Override
                    public Principal getUserPrincipal() {
                        return () -> "somebody";
                    }

                    @Override
                    public boolean isUserInRole(final String role) {
                        return role.equals(request.getHeaderString("X-Role"));
                    }

                    @Override
                    public boolean isSecure() {
                        return false;
                    }

                    @Override
                    public String getAuthenticationScheme() {
                        return "ROLE";
                    }
                });
            }
        }
    }

    /** An application's own enforcement of access annotations. */
    static final class Guard implements DynamicFeature {

        @Override
        public void configure(final ResourceInfo resource, final FeatureContext context) {
            if (resource.getResourceMethod().isAnnotationPresent(RolesAllowed.class)) {
                context.register((ContainerRequestFilter) request -> {
                    throw new ForbiddenException();
                });
            }
        }
    }

    private static void assertRefused(final RestApi plugin, final String... parts) {
        assertRefused(plugin, Map.of(), parts);
    }

    private static void assertRefused(final RestApi plugin, final Map<String, Object> settings, final String... parts) {
        assertThatThrownBy(() -> RunningServer.of(plugin, settings).close())
                .isInstanceOf(StartException.class)
                .hasMessageContainingAll(parts);
    }

    @Test
    void annotationsThatNothingAnswersFailTheStartWithTheNamesOfAllMethods() {
        assertRefused(
                RestPlugin.withResources(Open.class, Secrets.class, Closed.class),
                "everyone can call",
                "@RolesAllowed on " + Secrets.class.getName() + ".secret",
                "@DenyAll on " + Secrets.class.getName() + ".never",
                "@PermitAll on " + Secrets.class.getName() + ".free",
                "@DenyAll on " + Closed.class.getName() + ".closed",
                "@RolesAllowed on " + Closed.class.getName() + ".some",
                "It comes from the resources of the plugin 'rest'.",
                "Add SecurityPlugin.create() to withPlugins(..) (the class org.jzenith.security.SecurityPlugin in the"
                        + " artifact org.jzenith:jzenith-security), or register a filter that enforces them and"
                        + " set rest.application-enforces-access-annotations=true");
    }

    @Test
    void annotationsOfSuperClassesAndInterfacesCount() {
        assertRefused(
                RestPlugin.withResources(Subclass.class),
                "@RolesAllowed on " + Subclass.class.getName() + ".base",
                "@RolesAllowed on " + Subclass.class.getName() + ".contract");
    }

    @Test
    void annotationsOfLocatorsAndOfTheSubResourcesThatTheyDeclareCount() {
        assertRefused(
                RestPlugin.withResources(Parent.class),
                "@RolesAllowed on " + Child.class.getName() + ".ofChild",
                "@DenyAll on " + OtherChild.class.getName() + ".ofOtherChild",
                "@RolesAllowed on " + Parent.class.getName() + ".guarded");
    }

    @Test
    void annotationsOfAnObjectThatIsAResourceCount() {
        final Application application = new Application() {
            @Override
            @SuppressWarnings("deprecation") // deprecated by Jakarta REST, and still part of it
            public Set<Object> getSingletons() {
                return Set.of(new Secrets());
            }
        };
        assertRefused(RestPlugin.withApplication(application), Secrets.class.getName() + ".secret");
    }

    @Test
    void aFilterAloneIsNotEnoughAndNeitherIsTheSetting() {
        assertRefused(RestPlugin.withResources(Secrets.class).withProviders(Guard.class), ".secret");
        assertRefused(RestPlugin.withResources(Secrets.class), ENFORCED, ".secret", "has no filter");
    }

    @Test
    void anApplicationThatEnforcesThemAndSaysSoStarts() {
        try (RunningServer server =
                RunningServer.of(RestPlugin.withResources(Secrets.class).withProviders(Guard.class), ENFORCED)) {
            assertThat(server.get("/secrets").status()).isEqualTo(403);
            assertThat(server.get("/secrets/plain").body()).isEqualTo("plain");
        }
    }

    @Test
    void theFeatureOfResteasyAnswersThem() {
        final RestApi plugin = RestPlugin.withResources(Secrets.class, Closed.class);
        try (RunningServer server =
                RunningServer.of(plugin.withProviders(RoleBasedSecurityFeature.class, Login.class))) {
            assertThat(server.get("/secrets").status()).isEqualTo(403);
            assertThat(server.get("/secrets", "X-Role", "guest").status()).isEqualTo(403);
            assertThat(server.get("/secrets", "X-Role", "admin").body()).isEqualTo("the secret");
            assertThat(server.get("/secrets/never", "X-Role", "admin").status()).isEqualTo(403);
            assertThat(server.get("/secrets/free").body()).isEqualTo("free");
            assertThat(server.get("/closed", "X-Role", "admin").status()).isEqualTo(403);
            assertThat(server.get("/closed/some", "X-Role", "admin").body()).isEqualTo("the secret");
        }
    }

    @Test
    void thePropertyOfResteasySwitchesItsFeatureOn() {
        final Application application = new Application() {
            @Override
            public Set<Class<?>> getClasses() {
                return Set.of(Secrets.class);
            }

            @Override
            public Map<String, Object> getProperties() {
                return Map.of("resteasy.role.based.security", "true");
            }
        };
        try (RunningServer server = RunningServer.of(RestPlugin.withApplication(application))) {
            assertThat(server.get("/secrets").status()).isEqualTo(403);
            assertThat(server.get("/secrets/plain").body()).isEqualTo("plain");
        }
    }

    @Test
    void whatTheFeatureOfResteasyDoesNotSeeStillFailsTheStart() {
        assertRefused(
                RestPlugin.withResources(Subclass.class, Parent.class).withProviders(RoleBasedSecurityFeature.class),
                Subclass.class.getName() + ".base",
                Subclass.class.getName() + ".contract",
                Parent.class.getName() + ".guarded");
    }

    @Test
    void subResourcesThatALocatorHidesAreNotCalled() {
        try (RunningServer server = RunningServer.of(RestPlugin.withResources(Hiding.class))) {
            for (int time = 0; time < 2; time++) {
                assertThat(server.get("/hiding/open").body()).isEqualTo("open");
                final RunningServer.Answer refused = server.get("/hiding/child");
                assertThat(refused.status()).isEqualTo(500);
                assertThat(refused.body()).doesNotContain("the secret");
            }
        }
        try (RunningServer server = RunningServer.of(
                RestPlugin.withResources(Hiding.class), Map.of("rest.application-enforces-access-annotations", true))) {
            assertThat(server.get("/hiding/child").status())
                    .as("the setting without a filter")
                    .isEqualTo(500);
        }
        final RestApi guarded = RestPlugin.withResources(Hiding.class);
        try (RunningServer server =
                RunningServer.of(guarded.withProviders(RoleBasedSecurityFeature.class, Login.class))) {
            assertThat(server.get("/hiding/child").status()).isEqualTo(403);
            assertThat(server.get("/hiding/child", "X-Role", "admin").body()).isEqualTo("the secret");
        }
    }

    @Test
    void anApplicationWithoutThemNeedsNothing() {
        try (RunningServer server = RunningServer.of(RestPlugin.withResources(Open.class))) {
            assertThat(server.get("/open").body()).isEqualTo("open");
        }
    }

    @Test
    void aMethodThatHandlesNoRequestCannotHaveThem() {
        assertThatThrownBy(() ->
                        RunningServer.of(RestPlugin.withResources(Helped.class)).close())
                .hasMessageContaining("Nothing enforces @DenyAll on " + Helped.class.getName() + ".helper");
    }
}
