package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Single;
import io.reactivex.schedulers.Schedulers;
import io.smallrye.common.annotation.Blocking;
import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.container.PreMatching;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.SecurityContext;
import java.security.Principal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Every request has a security context: nobody's, until a filter says whose (Jakarta REST 3.1, 6.2 and 10.2.5). */
final class SecurityContextTest {

    private static final int COLD_AND_WARM = 3;

    private static final List<String> WAYS = List.of(
            "/plain",
            "/plain/later",
            "/context/field",
            "/context/parameter",
            "/context/blocking",
            "/context/suspended",
            "/context/stream",
            "/single");

    private static String tell(final SecurityContext security) {
        final Principal principal = security.getUserPrincipal();
        return (principal == null ? "nobody" : principal.getName()) + " " + security.isUserInRole("admin") + " "
                + security.isSecure() + " " + security.getAuthenticationScheme();
    }

    /** A resource that tests use with a filter and without. */
    @Path("/plain")
    @Produces("text/plain")
    public static final class Plain {

        private final SecurityContext security;

        Plain(final SecurityContext security) {
            this.security = security;
        }

        @GET
        public String now() {
            return tell(security);
        }

        @GET
        @Path("later")
        public Single<String> later() {
            return Single.just(security).observeOn(Schedulers.computation()).map(SecurityContextTest::tell);
        }
    }

    @Path("/context")
    @Produces("text/plain")
    public static final class ByContext {

        @Context
        private SecurityContext field;

        @GET
        @Path("field")
        public Single<String> field() {
            return Single.just(1).observeOn(Schedulers.io()).map(one -> tell(field));
        }

        @GET
        @Path("parameter")
        public Single<String> parameter(@Context final SecurityContext security) {
            final String here = tell(security);
            return Single.just(security)
                    .observeOn(Schedulers.newThread())
                    .map(SecurityContextTest::tell)
                    .map(there -> there.equals(here) ? here : here + " then " + there);
        }

        @GET
        @Path("blocking")
        @Blocking
        public String blocking(@Context final SecurityContext security) {
            return tell(security).equals(tell(field)) ? tell(security) : "two";
        }

        @GET
        @Path("suspended")
        public void suspended(@Suspended final AsyncResponse response, @Context final SecurityContext security) {
            Schedulers.io().scheduleDirect(() -> response.resume(tell(security)));
        }

        @GET
        @Path("stream")
        public io.reactivex.Flowable<String> stream(@Context final SecurityContext security) {
            return io.reactivex.Flowable.just(security)
                    .observeOn(Schedulers.io())
                    .map(SecurityContextTest::tell);
        }
    }

    @Singleton
    @Path("/single")
    @Produces("text/plain")
    public static final class Once {

        @Context
        private SecurityContext security;

        @GET
        public String get() {
            return tell(security);
        }
    }

    @PreMatching
    static final class Login implements ContainerRequestFilter {

        @Override
        public void filter(final ContainerRequestContext request) {
            assertThat(tell(request.getSecurityContext())).startsWith("nobody false");
            final String name = request.getHeaderString("X-User");
            if (name != null) {
                final boolean secure = request.getSecurityContext().isSecure();
                request.setSecurityContext(new SecurityContext() {
                    @Override
                    public Principal getUserPrincipal() {
                        return () -> name;
                    }

                    @Override
                    public boolean isUserInRole(final String role) {
                        return role.equals("admin");
                    }

                    @Override
                    public boolean isSecure() {
                        return secure;
                    }

                    @Override
                    public String getAuthenticationScheme() {
                        return "OWN";
                    }
                });
            }
        }
    }

    static final class Audit implements ContainerRequestFilter, ContainerResponseFilter {

        @Context
        private SecurityContext current;

        @Override
        public void filter(final ContainerRequestContext request) {
            request.setProperty("audit", tell(request.getSecurityContext()) + "|" + tell(current));
        }

        @Override
        public void filter(final ContainerRequestContext request, final ContainerResponseContext response) {
            response.getHeaders()
                    .putSingle("X-Audit", request.getProperty("audit") + "|" + tell(request.getSecurityContext()));
        }
    }

    private static RestApi plugin() {
        return RestPlugin.withResources(Plain.class, ByContext.class, Once.class);
    }

    @Test
    void withoutAFilterItIsNobody() {
        try (RunningServer server = RunningServer.of(plugin())) {
            for (int time = 0; time < COLD_AND_WARM; time++) {
                for (final String way : WAYS) {
                    assertThat(server.get(way).body()).as(way).isEqualTo("nobody false false null");
                }
            }
        }
    }

    @Test
    void whoAFilterSaysItIsIsSeenByAllThatComesAfter() {
        try (RunningServer server = RunningServer.of(plugin().withProviders(Login.class, Audit.class))) {
            for (int time = 0; time < COLD_AND_WARM; time++) {
                for (final String way : WAYS) {
                    final String name = "user" + time;
                    final RunningServer.Answer known = server.get(way, "X-User", name);
                    final String told = name + " true false OWN";
                    assertThat(known.body()).as(way).isEqualTo(told);
                    assertThat(known.header("X-Audit")).isEqualTo(told + "|" + told + "|" + told);
                    assertThat(server.get(way).body()).as(way).isEqualTo("nobody false false null");
                }
            }
        }
    }

    @Test
    void aRequestThatATrustedProxyGotOverTlsIsSecure() {
        final Map<String, Object> trusting = Map.of("rest.trusted-proxies", "127.0.0.1,::1");
        try (RunningServer server = RunningServer.of(plugin(), trusting)) {
            for (final String way : WAYS) {
                assertThat(server.get(way, "X-Forwarded-Proto", "https").body())
                        .as(way)
                        .isEqualTo("nobody false true null");
            }
        }
    }
}
