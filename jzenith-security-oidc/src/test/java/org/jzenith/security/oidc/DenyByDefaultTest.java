package org.jzenith.security.oidc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.rest.RestPlugin;
import org.jzenith.security.SecurityPlugin;
import org.jzenith.security.authorization.Access;
import org.jzenith.security.authorization.AccessTable;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.identity.TestBrowser;
import org.jzenith.test.identity.TestIdentityProvider;

/** The paths of the login decide for themselves, also where nobody may call anything by default. */
final class DenyByDefaultTest {

    @RegisterExtension
    static final TestIdentityProvider PROVIDER = OidcApplication.provider();

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> JZenith.application()
            .withPlugins(
                    RestPlugin.withResources(PageResource.class),
                    SecurityPlugin.create().withPath("/", Access.authenticated()),
                    OidcPlugin.create())
            .withConfiguration("oidc.issuer", PROVIDER.issuer())
            .withConfiguration("oidc.client-id", OidcApplication.CLIENT)
            .withConfiguration("oidc.client-secret", OidcApplication.SECRET)
            .withConfiguration("oidc.session.keys", OidcApplication.KEY)
            .withConfiguration("security.deny-by-default", true));

    @Test
    void aBrowserLogsInWhereAllPathsNeedALogin() {
        final TestBrowser browser = TestBrowser.at(APP.http().uri());

        assertThat(browser.open("/page").body()).isEqualTo("page of ann");
    }

    @Test
    void theTableNamesThePathsOfTheLogin() {
        assertThat(APP.get(AccessTable.class).rows())
                .filteredOn(row -> row.why().equals("@PermitAll on OidcEndpoint"))
                .extracting(AccessTable.Row::path)
                .contains("/login", "/login/callback", "/logout");
    }
}
