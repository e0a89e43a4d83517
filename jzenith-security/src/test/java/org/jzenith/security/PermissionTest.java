package org.jzenith.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.inject.Provider;
import io.reactivex.Flowable;
import io.reactivex.Single;
import io.vertx.core.buffer.Buffer;
import jakarta.annotation.security.DenyAll;
import jakarta.annotation.security.PermitAll;
import jakarta.annotation.security.RolesAllowed;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.SecurityContext;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzenith.core.JZenith;
import org.jzenith.core.context.Identity;
import org.jzenith.core.observe.EventObserver;
import org.jzenith.core.observe.Observers;
import org.jzenith.core.problem.StartException;
import org.jzenith.rest.RestPlugin;
import org.jzenith.rest.pipeline.MethodRoute;
import org.jzenith.rest.pipeline.ResourceMethods;
import org.jzenith.security.authorization.Access;
import org.jzenith.security.authorization.AccessPolicy;
import org.jzenith.security.authorization.AccessRequest;
import org.jzenith.security.authorization.AccessTable;
import org.jzenith.security.authorization.Allowed;
import org.jzenith.security.authorization.Authenticated;
import org.jzenith.security.observe.SecurityEvent;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.JZenithHttp;

/** Annotations decide about resource methods. */
final class PermissionTest {

    private static final List<SecurityEvent.Denied> DENIED = new CopyOnWriteArrayList<>();

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> JZenith.application()
            .withPlugins(
                    RestPlugin.withResources(
                            OrderResource.class,
                            InheritedResource.class,
                            GenericResource.class,
                            OpenResource.class,
                            ShopResource.class,
                            IdentityResource.class,
                            PlainResource.class),
                    SecurityPlugin.create()
                            .withPath("/orders", Access.nobody())
                            .withPath("/plain/secret", Access.roles("admin"))
                            .withPath("/plain/rest", Access.nobody(), "rest"))
            .withModules(
                    TestUsers.module(),
                    binder -> Observers.binder(binder)
                            .addBinding()
                            .toInstance(new EventObserver<SecurityEvent.Denied>() {
                                @Override
                                public Class<SecurityEvent.Denied> events() {
                                    return SecurityEvent.Denied.class;
                                }

                                @Override
                                public void observe(final SecurityEvent.Denied event) {
                                    DENIED.add(event);
                                }
                            })));

    @Path("/orders")
    @Produces("text/plain")
    @RolesAllowed({"clerk", "admin"})
    public static final class OrderResource {

        @GET
        public String all() {
            return "orders";
        }

        @GET
        @Path("open")
        @PermitAll
        public String open() {
            return "open";
        }

        @GET
        @Path("closed")
        @DenyAll
        public String closed() {
            return "closed";
        }

        @GET
        @Path("known")
        @Authenticated
        public String known() {
            return "known";
        }

        @GET
        @Path("own/{name}")
        @Allowed(OwnName.class)
        public String own() {
            return "own";
        }

        @GET
        @Path("both/{name}")
        @Allowed(OwnName.class)
        @RolesAllowed("admin")
        public String both() {
            return "both";
        }

        @POST
        @Path("short")
        @Allowed(ShortBody.class)
        public String brief(final String body) {
            return body;
        }

        @POST
        @Path("pieces")
        @Allowed(ShortBody.class)
        public Single<String> pieces(final Flowable<Buffer> body) {
            return body.collect(Buffer::buffer, Buffer::appendBuffer).map(Buffer::toString);
        }

        @POST
        @Path("elements")
        @Consumes("application/x-ndjson")
        @Allowed(ShortBody.class)
        public Single<Long> elements(final Flowable<Integer> numbers) {
            return numbers.count();
        }

        @POST
        @Path("form")
        @Allowed(ShortBody.class)
        public String form(@FormParam("a") final String value) {
            return value;
        }

        @Path("behind")
        @Allowed(ShortBody.class)
        public Behind behind() {
            return new Behind();
        }

        @GET
        @Path("broken")
        @Allowed(Broken.class)
        public String broken() {
            return "broken";
        }
    }

    static final class OwnName implements AccessPolicy {

        @Override
        public Single<Boolean> isAllowed(final AccessRequest request) {
            return Single.fromCallable(() -> request.identity()
                    .filter(who -> who.getName().equals(request.pathParameter("name")))
                    .isPresent());
        }
    }

    @Produces("text/plain")
    public static final class Behind {

        @POST
        @Allowed(ShortBody.class)
        public String body(final String body) {
            return body;
        }
    }

    static final class ShortBody implements AccessPolicy {

        @Override
        public Single<Boolean> isAllowed(final AccessRequest request) {
            return request.body().zipWith(request.body(), (body, again) -> body.length() < 10 && again.equals(body));
        }
    }

    static final class Broken implements AccessPolicy {

        @Override
        public Single<Boolean> isAllowed(final AccessRequest request) {
            return Single.error(new IllegalStateException("no database"));
        }
    }

    @Produces("text/plain")
    public abstract static class Base {

        @GET
        @Path("admin")
        @RolesAllowed("admin")
        public String admin() {
            return "admin";
        }

        @GET
        @Path("class")
        public String ofClass() {
            return "class";
        }
    }

    @Path("/inherited")
    @Authenticated
    public static final class InheritedResource extends Base {

        @Override
        public String admin() {
            return "overridden";
        }
    }

    public interface Store<T> {

        @POST
        @RolesAllowed("admin")
        String save(T value);
    }

    @Path("/generic")
    @Produces("text/plain")
    @PermitAll
    public static final class GenericResource implements Store<String> {

        @Override
        public String save(final String value) {
            return value;
        }

        public String save(final Integer value) {
            return "other";
        }
    }

    @Path("/open")
    @Produces("text/plain")
    public static final class OpenResource {

        @GET
        public String open() {
            return "open";
        }
    }

    @Path("/shop")
    public static final class ShopResource {

        @Path("admin")
        @RolesAllowed("admin")
        public Desk admin() {
            return new Desk();
        }

        @Path("open")
        public Object open() {
            return new Desk();
        }
    }

    @Produces("text/plain")
    public static final class Desk {

        @GET
        public String all() {
            return "desk";
        }

        @GET
        @Path("audit")
        @RolesAllowed("auditor")
        public String audit() {
            return "audit";
        }
    }

    @Path("/identity")
    @Produces("text/plain")
    public static final class IdentityResource {

        private final Provider<Identity> provider;
        private final Optional<Identity> optional;

        @Inject
        IdentityResource(final Provider<Identity> provider, final Optional<Identity> optional) {
            this.provider = provider;
            this.optional = optional;
        }

        @GET
        public Single<String> who(@Context final SecurityContext security) {
            return Single.just(provider.get().getName() + " "
                    + optional.map(Identity::getName).orElse("nobody") + " "
                    + security.getUserPrincipal().getName() + " " + security.isUserInRole("admin"));
        }

        @GET
        @Path("optional")
        public String optional() {
            return optional.map(Identity::getName).orElse("nobody");
        }
    }

    @Path("/plain/{name}")
    @Produces("text/plain")
    public static final class PlainResource {

        @GET
        public String get() {
            return "plain";
        }
    }

    private static JZenithHttp as(final String user) {
        return user.isEmpty() ? APP.http() : APP.http().withHeader(TestUsers.HEADER, user);
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "/orders, '', 401",
                "/orders, ann, 403",
                "/orders, ann;clerk, 200",
                "/orders, ann;CLERK, 403",
                "/orders/open, '', 200",
                "/orders/closed, ann;admin, 403",
                "/orders/closed, '', 401",
                "/orders/known, ann, 200",
                "/orders/known, '', 401",
                "/orders/own/ann, ann, 200",
                "/orders/own/%61nn, ann, 200",
                "/orders/own/bob, ann;admin, 403",
                "/orders/own/bob, '', 401",
                "/orders/both/ann, ann, 403",
                "/orders/both/ann, ann;admin, 200",
                "/orders/both/bob, ann;admin, 403",
                "/orders/broken, ann, 500",
                "/inherited/admin, ann, 403",
                "/inherited/admin, ann;admin, 200",
                "/inherited/class, ann, 200",
                "/inherited/class, '', 401",
                "/open, '', 200",
                "/shop/admin, '', 401",
                "/shop/admin, ann;auditor, 403",
                "/shop/admin, ann;admin, 200",
                "/shop/admin/audit, ann;admin, 403",
                "/shop/admin/audit, 'ann;admin,auditor', 200",
                "/shop/open, '', 200",
                "/shop/open/audit, '', 401",
                "/shop/open/audit, ann;auditor, 200",
                "/identity/optional, '', 200",
                "/plain/other, '', 200",
                "/plain/secret, '', 401",
                "/plain/secret, ann;admin, 200",
                "/plain/rest, ann;admin, 403",
                "/plain/secrets, '', 200",
                "/health, '', 200"
            })
    void whoMayCallWhat(final String path, final String user, final int status) {
        assertThat(as(user).get(path).status()).isEqualTo(status);
    }

    @Test
    void anImplementedGenericMethodHasTheAnnotationOfItsInterface() {
        assertThat(as("ann").post("/generic", "x").status()).isEqualTo(403);
        assertThat(as("ann;admin").post("/generic", "x").status()).isEqualTo(200);
    }

    @Test
    void aPolicySeesTheBodyAndTheMethodReadsItToo() {
        assertThat(as("").post("/orders/short", "tiny").body()).contains("tiny");
        assertThat(as("").post("/orders/short", "not so very tiny").status()).isEqualTo(401);
        assertThat(as("ann").post("/orders/short", "not so very tiny").status()).isEqualTo(403);
    }

    @Test
    void aPolicySeesTheBodyOfMethodsThatReadItInPieces() {
        final JZenithHttp client = as("ann");
        assertThat(client.post("/orders/pieces", "tiny").body()).contains("tiny");
        assertThat(client.post("/orders/pieces", "not so very tiny").status()).isEqualTo(403);
        final JZenithHttp lines = client.withHeader("Content-Type", "application/x-ndjson");
        assertThat(lines.post("/orders/elements", "1\n2\n3\n").body()).isEqualTo("3");
        assertThat(lines.post("/orders/elements", "1\n2\n3\n4\n5\n6\n").status())
                .isEqualTo(403);
        final JZenithHttp form = client.withHeader("Content-Type", "application/x-www-form-urlencoded");
        assertThat(form.post("/orders/form", "a=b").body()).isEqualTo("b");
        assertThat(form.post("/orders/form", "a=bcdefghijkl").status()).isEqualTo(403);
        assertThat(client.post("/orders/behind", "tiny").body()).contains("tiny");
        assertThat(client.post("/orders/behind", "not so very tiny").status()).isEqualTo(403);
    }

    @Test
    void theIdentityIsInjected() {
        assertThat(as("ann;admin").get("/identity").body()).isEqualTo("ann ann ann true");
        assertThat(as("").get("/identity/optional").body()).isEqualTo("nobody");
        assertThat(as("").get("/identity").status()).isEqualTo(500);
    }

    @Test
    void aRefusalIsAnEventWithItsRule() {
        DENIED.clear();
        assertThat(as("ann;auditor").get("/orders").status()).isEqualTo(403);
        assertThat(DENIED).hasSize(1);
        assertThat(DENIED.get(0).rule()).isEqualTo("roles clerk, admin, by @RolesAllowed on OrderResource");
        assertThat(DENIED.get(0).identity())
                .isEqualTo(Identity.of("ann", "test").withRoles(List.of("auditor")));
    }

    @Test
    void stepsSayWhoMayCallAndWhy() {
        final List<MethodRoute> routes = APP.get(ResourceMethods.class).all();
        assertThat(routes)
                .filteredOn(route -> route.template().equals("/orders"))
                .flatExtracting(MethodRoute::steps)
                .contains("roles clerk, admin, by @RolesAllowed on OrderResource");
        assertThat(routes)
                .filteredOn(route -> route.template().equals("/shop/admin/audit"))
                .flatExtracting(MethodRoute::steps)
                .startsWith(
                        "roles admin, by @RolesAllowed on ShopResource.admin",
                        "roles auditor, by @RolesAllowed on Desk.audit");
        assertThat(routes)
                .filteredOn(route -> route.template().equals("/plain/{name}"))
                .flatExtracting(MethodRoute::steps)
                .contains("below /plain/secret roles admin, by withPath(\"/plain/secret\"); below /plain/rest nobody,"
                        + " by withPath(\"/plain/rest\", \"rest\")");
    }

    @Test
    void theTableHasAllMethodsAndCanBePinned() {
        assertThat(APP.get(AccessTable.class).toString().lines().map(line -> line.replaceAll(" {2,}", " | ")))
                .contains(
                        "rest | GET | /orders | roles clerk, admin | @RolesAllowed on OrderResource",
                        "rest | GET | /orders/open | everyone | @PermitAll on OrderResource.open",
                        "rest | GET | /orders/both/{name} | roles admin and policy OwnName | @Allowed and @RolesAllowed on"
                                + " OrderResource.both",
                        "rest | POST | /generic | roles admin | @RolesAllowed on Store.save",
                        "rest | GET | /shop/admin/audit | roles admin and roles auditor | @RolesAllowed on"
                                + " ShopResource.admin and @RolesAllowed on Desk.audit",
                        "rest | locator | /shop/open | everyone | no rule",
                        "rest | GET | /open | everyone | no rule");
    }

    @Path("/wrong")
    @Produces("text/plain")
    public static final class WrongResource {

        @GET
        @PermitAll
        @RolesAllowed("admin")
        public String wrong() {
            return "wrong";
        }
    }

    interface One {

        @PermitAll
        String both();
    }

    interface Two {

        @DenyAll
        String both();
    }

    @Path("/torn")
    @Produces("text/plain")
    public static final class TornResource implements One, Two {

        @GET
        @Override
        public String both() {
            return "torn";
        }
    }

    @Test
    void annotationsThatContradictEachOtherFailTheStart() {
        assertThatThrownBy(() -> JZenith.application()
                        .withPlugins(
                                RestPlugin.withResources(WrongResource.class, TornResource.class),
                                SecurityPlugin.create())
                        .withConfiguration("rest.port", 0)
                        .run())
                .isInstanceOf(StartException.class)
                .hasMessageContaining(
                        "The access annotations of WrongResource.wrong contradict each other: @PermitAll and @RolesAllowed.")
                .hasMessageContaining("The access annotations of One.both and Two.both differ");
    }

    @Test
    void ourAnnotationsFailTheStartWithoutThePlugin() {
        assertThatThrownBy(() -> JZenith.application()
                        .withPlugins(RestPlugin.withResources(InheritedResource.class))
                        .withConfiguration("rest.port", 0)
                        .run())
                .isInstanceOf(StartException.class)
                .hasMessageContaining("@Authenticated on");
    }
}
