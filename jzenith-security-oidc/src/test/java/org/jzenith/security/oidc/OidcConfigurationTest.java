package org.jzenith.security.oidc;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.security.oidc.internal.configuration.OidcConfiguration;
import org.jzenith.security.oidc.session.SessionStorage;

class OidcConfigurationTest {

    private static OidcConfiguration read(final Map<String, Object> values) {
        final Map<String, Object> all = new HashMap<>(values);
        all.putIfAbsent("oidc.issuer", "https://id.example");
        all.putIfAbsent("oidc.client-id", "shop");
        return Configuration.builder(List.of())
                .withCode(all)
                .withTypes(Set.of(OidcConfiguration.class))
                .read()
                .get(OidcConfiguration.class);
    }

    @Test
    void defaultsAreTheSafeOnes() {
        final OidcConfiguration defaults = read(Map.of());
        assertThat(defaults.issuer()).isEqualTo(URI.create("https://id.example"));
        assertThat(defaults.clientId()).isEqualTo("shop");
        assertThat(defaults.clientSecret().map(secret -> secret.get())).isEmpty();
        assertThat(defaults.scopes()).containsExactly("openid", "profile");
        assertThat(defaults.algorithms()).containsExactly("RS256", "PS256", "ES256");
        assertThat(defaults.nameClaim()).isEqualTo("sub");
        assertThat(defaults.roleClaim()).isEmpty();
        assertThat(defaults.publicUrl()).isEmpty();
        assertThat(defaults.loginPath()).isEqualTo("/login");
        assertThat(defaults.callbackPath()).isEqualTo("/login/callback");
        assertThat(defaults.backChannelPath()).isEqualTo("/login/back-channel");
        assertThat(defaults.logoutPath()).isEqualTo("/logout");
        assertThat(defaults.postLogoutPath()).isEqualTo("/");
        assertThat(defaults.allowMissingOrigin()).isFalse();
        assertThat(defaults.timeout()).isEqualTo(Duration.ofSeconds(5));
        assertThat(defaults.session().cookie()).isEqualTo("__Host-session");
        assertThat(defaults.session().lifetime()).isEqualTo(Duration.ofHours(12));
        assertThat(defaults.session().store()).isEqualTo(SessionStorage.COOKIE);
        assertThat(defaults.session().keys()).isEmpty();
        assertThat(defaults.session().cached()).isEqualTo(5000);
    }

    @Test
    void everyKeyCanBeSet() {
        final OidcConfiguration set = read(Map.ofEntries(
                Map.entry("oidc.client-secret", "s"),
                Map.entry("oidc.scopes", "openid,email"),
                Map.entry("oidc.algorithms", "ES384"),
                Map.entry("oidc.name-claim", "email"),
                Map.entry("oidc.role-claim", "realm_access.roles"),
                Map.entry("oidc.public-url", "https://shop.example"),
                Map.entry("oidc.login-path", "/a"),
                Map.entry("oidc.callback-path", "/b"),
                Map.entry("oidc.back-channel-path", "/c"),
                Map.entry("oidc.logout-path", "/d"),
                Map.entry("oidc.post-logout-path", "/e"),
                Map.entry("oidc.allow-missing-origin", true),
                Map.entry("oidc.timeout", "1s"),
                Map.entry("oidc.session.cookie", "__Host-a"),
                Map.entry("oidc.session.lifetime", "1h"),
                Map.entry("oidc.session.store", "postgresql"),
                Map.entry("oidc.session.keys", OidcApplication.KEY + "," + OidcApplication.OTHER_KEY),
                Map.entry("oidc.session.cached", 10)));
        assertThat(set.clientSecret().map(secret -> secret.get())).hasValue("s");
        assertThat(set.scopes()).containsExactly("openid", "email");
        assertThat(set.algorithms()).containsExactly("ES384");
        assertThat(set.nameClaim()).isEqualTo("email");
        assertThat(set.roleClaim()).hasValue("realm_access.roles");
        assertThat(set.publicUrl()).hasValue(URI.create("https://shop.example"));
        assertThat(List.of(set.loginPath(), set.callbackPath(), set.backChannelPath(), set.logoutPath()))
                .containsExactly("/a", "/b", "/c", "/d");
        assertThat(set.postLogoutPath()).isEqualTo("/e");
        assertThat(set.allowMissingOrigin()).isTrue();
        assertThat(set.timeout()).isEqualTo(Duration.ofSeconds(1));
        assertThat(set.session().cookie()).isEqualTo("__Host-a");
        assertThat(set.session().lifetime()).isEqualTo(Duration.ofHours(1));
        assertThat(set.session().store()).isEqualTo(SessionStorage.POSTGRESQL);
        assertThat(set.session().keys().orElseThrow())
                .extracting(secret -> secret.get())
                .hasSize(2);
        assertThat(set.session().cached()).isEqualTo(10);
    }
}
