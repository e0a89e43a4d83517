package org.jzenith.security.internal.certificate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.security.auth.x500.X500Principal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.jzenith.core.context.Identity;
import org.jzenith.security.SecuredServer;
import org.jzenith.security.SecurityPlugin;
import org.jzenith.security.certificate.CertificateIdentities;
import org.jzenith.test.TestCertificate;

/** Client certificates over TLS. */
final class ClientCertificateTest {

    private static final TestCertificate AUTHORITY = TestCertificate.authority("Test");

    @TempDir
    private Path folder;

    private Map<String, Object> settings(final Map<String, Object> more) {
        AUTHORITY
                .server("localhost")
                .writeCertificate(folder.resolve("server.crt"))
                .writeKey(folder.resolve("server.key"));
        AUTHORITY.writeCertificate(folder.resolve("clients.crt"));
        final Map<String, Object> settings = new HashMap<>(Map.of(
                "rest.tls.certificate", folder.resolve("server.crt"),
                "rest.tls.key", folder.resolve("server.key"),
                "rest.tls.client-certificates", "request",
                "rest.tls.trusted-certificates", folder.resolve("clients.crt")));
        settings.putAll(more);
        return settings;
    }

    private static HttpResponse<String> get(
            final SecuredServer server, final SSLContext client, final HttpClient.Version version, final String path)
            throws Exception {
        return HttpClient.newBuilder()
                .sslContext(client)
                .version(version)
                .build()
                .send(
                        HttpRequest.newBuilder(URI.create("https://localhost:" + server.port() + path))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
    }

    @ParameterizedTest
    @EnumSource(HttpClient.Version.class)
    void theCommonNameIsTheUserAndRulesGiveRoles(final HttpClient.Version version) throws Exception {
        final Map<String, Object> rules = Map.of(
                "security.client-certificates.roles.billing", "CN=*.billing.example",
                "security.client-certificates.roles.host", "dns:*.example,dns:other");
        try (SecuredServer server =
                SecuredServer.of(SecurityPlugin.create().withClientCertificates(), settings(rules))) {
            final SSLContext client = AUTHORITY.client("a.billing.example").sslContext();
            for (int i = 0; i < 2; i++) {
                final HttpResponse<String> answer = get(server, client, version, "/who");
                assertThat(answer.version()).isEqualTo(version);
                assertThat(answer.body()).isEqualTo("a.billing.example (client-certificate, roles billing)");
            }
            assertThat(get(server, client, version, "/mount").body()).startsWith("a.billing.example");
            assertThat(get(server, AUTHORITY.client("ann").sslContext(), version, "/who")
                            .body())
                    .isEqualTo("ann (client-certificate)");
            assertThat(get(server, AUTHORITY.sslContext(), version, "/who").body())
                    .isNotBlank();
        }
    }

    @Test
    void aFunctionDecidesWhoseACertificateIs() throws Exception {
        final CertificateIdentities owners =
                (subject, certificates) -> subject.getName().equals("CN=ann")
                        ? Optional.of(Identity.of("Ann of " + certificates.size(), "client-certificate"))
                        : Optional.empty();
        try (SecuredServer server =
                SecuredServer.of(SecurityPlugin.create().withClientCertificates(owners), settings(Map.of()))) {
            assertThat(get(server, AUTHORITY.client("ann").sslContext(), HttpClient.Version.HTTP_1_1, "/who")
                            .body())
                    .startsWith("Ann of ");
            assertThat(get(server, AUTHORITY.client("bob").sslContext(), HttpClient.Version.HTTP_1_1, "/who")
                            .statusCode())
                    .isEqualTo(401);
        }
    }

    /** A value with a comma does not pretend to be another attribute. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "O=Example|CN=a,O=Example|true",
                "CN=*,O=Example|CN=a,OU=x,O=Example|true",
                "O=Example,CN=*|CN=a,O=Example|true",
                "CN=*,O=Example|CN=\"a,O=Example\",O=Evil|false",
                "CN=*,O=Example|CN=\"a,O=Example\"|false",
                "O=Example|O=Example2|false",
                "O=Exam*|O=Example2|true",
                "o=Example|O=Example|true",
                "O=example|O=Example|false",
                "CN=*.example.org|CN=a.example.org.evil|false",
                "CN=a*a|CN=a|false"
            })
    void subjectsAreComparedAttributeByAttribute(final String pattern, final String subject, final boolean matches) {
        assertThat(CertificatePattern.of(pattern)
                        .matches(CertificatePattern.attributes(new X500Principal(subject)), List.of()))
                .isEqualTo(matches);
    }

    @ParameterizedTest
    @CsvSource({
        "dns:*.example.org,2,a.EXAMPLE.org,true",
        "dns:*.example.org,1,a.example.org,false",
        "email:*@example.org,1,ann@example.org,true",
        "email:*@example.org,1,ann@example.org.evil,false",
        "uri:spiffe://example.org/*,6,spiffe://example.org/billing,true",
        "uri:spiffe://example.org/*,6,spiffe://example.organic/billing,false",
        "ip:10.0.0.1,7,10.0.0.1,true"
    })
    void alternativeNamesAreComparedByKind(
            final String pattern, final int kind, final String name, final boolean matches) {
        assertThat(CertificatePattern.of(pattern).matches(List.of(), List.of(Map.entry(kind, name))))
                .isEqualTo(matches);
    }

    @Test
    void aMalformedPatternFailsTheStart() {
        assertThatThrownBy(() -> SecuredServer.of(
                        SecurityPlugin.create().withClientCertificates(),
                        settings(Map.of("security.client-certificates.roles.admin", "everybody"))))
                .hasMessageContaining(
                        "security.client-certificates.roles.admin is wrong: 'everybody' is not a valid pattern");
    }
}
