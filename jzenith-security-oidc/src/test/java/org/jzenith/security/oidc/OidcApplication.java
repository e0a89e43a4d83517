package org.jzenith.security.oidc;

import org.jzenith.core.JZenith;
import org.jzenith.http.handler.ListenerGuard;
import org.jzenith.rest.RestPlugin;
import org.jzenith.security.SecurityPlugin;
import org.jzenith.security.oidc.provider.TestIdentityProvider;

/** The application of the tests: pages with a login. */
final class OidcApplication {

    static final String CLIENT = "shop";
    static final String SECRET = "a secret of the shop";
    static final String KEY = "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=";
    static final String OTHER_KEY = "QUJDREVGR0hJSktMTU5PUEFCQ0RFRkdISUpLTE1OT1A=";

    private OidcApplication() {}

    static JZenith of(final String issuer, final OidcPlugin plugin) {
        return JZenith.application()
                .withPlugins(RestPlugin.withResources(PageResource.class), SecurityPlugin.create(), plugin)
                .withModules(binder -> {
                    ListenerGuard.binder(binder).addBinding().to(LoginRequired.class);
                    binder.bind(LoginRequired.class);
                })
                .withConfiguration("oidc.issuer", issuer)
                .withConfiguration("oidc.client-id", CLIENT)
                .withConfiguration("oidc.client-secret", SECRET)
                .withConfiguration("oidc.session.keys", KEY)
                .withConfiguration("oidc.timeout", "2s")
                .withConfiguration("oidc.role-claim", "realm_access.roles");
    }

    static JZenith of(final TestIdentityProvider provider) {
        return of(provider.issuer(), OidcPlugin.create());
    }
}
