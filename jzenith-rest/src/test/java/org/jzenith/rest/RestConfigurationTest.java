package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzenith.core.JZenith;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.configuration.DataSize;
import org.jzenith.core.problem.StartException;
import org.jzenith.http.internal.configuration.HttpConfiguration;
import org.jzenith.rest.internal.configuration.RestConfiguration;
import org.jzenith.test.internal.log.LogLines;

final class RestConfigurationTest {

    @Path("/hello")
    @Produces("text/plain")
    public static final class Hello {

        @GET
        public String hello() {
            return "hello";
        }
    }

    private static RestConfiguration read(final Map<String, Object> values) {
        return Configuration.builder(List.of())
                .withCode(values)
                .withTypes(Set.of(RestConfiguration.class))
                .read()
                .get(RestConfiguration.class);
    }

    @Test
    void aSettingOfAPluginThatIsNotAddedIsAWarning() {
        try (LogLines log = LogLines.of("org.jzenith")) {
            JZenith.application()
                    .withPlugins(RestPlugin.withResources(Hello.class))
                    .withConfiguration("security.deny-by-default", true)
                    .withOverridingConfiguration("rest.port", 0)
                    .run()
                    .stop();
            assertThat(log.warnings())
                    .filteredOn(line -> line.contains("security.deny-by-default"))
                    .singleElement()
                    .asString()
                    .contains("Add SecurityPlugin.create()", "org.jzenith:jzenith-security");
        }
    }

    @Test
    void defaultsAreTheSafeOnes() {
        final RestConfiguration defaults = read(Map.of());
        assertThat(defaults.host()).isEmpty();
        assertThat(defaults.port()).isEqualTo(8080);
        assertThat(defaults.instances()).isEmpty();
        assertThat(defaults.contextPath()).isEqualTo("/");
        assertThat(defaults.serverHeader()).isEmpty();
        assertThat(defaults.applicationEnforcesAccessAnnotations()).isFalse();
        assertThat(defaults.maxBodySize()).isEqualTo(DataSize.of("10M"));
        assertThat(defaults.decodeBodies()).isEmpty();
        assertThat(defaults.maxDecodingRatio()).isEqualTo(200);
        assertThat(defaults.maxBufferedResponses()).isEmpty();
        assertThat(defaults.maxBufferedBodies()).isEmpty();
        assertThat(defaults.maxParsedBodies()).isEmpty();
        assertThat(defaults.maxTokens()).isEmpty();
        assertThat(defaults.maxHeaderSize()).isEqualTo(DataSize.of("8K"));
        assertThat(defaults.maxRequestLine()).isEqualTo(DataSize.of("4K"));
        assertThat(defaults.idleTimeout()).isEqualTo(Duration.ofSeconds(60));
        assertThat(defaults.headerTimeout()).isEqualTo(Duration.ofSeconds(15));
        assertThat(defaults.bodyTimeout()).isEqualTo(Duration.ofSeconds(30));
        assertThat(defaults.requestTimeout()).isEqualTo(Duration.ofSeconds(30));
        assertThat(defaults.streamFlush()).isEqualTo(Duration.ZERO);
        assertThat(defaults.maxConnections()).isEqualTo(10_000);
        assertThat(defaults.maxRequestsInFlight()).isEqualTo(10_000);
        assertThat(defaults.trustedProxies()).isEmpty();
        assertThat(defaults.http2().enabled()).isTrue();
        assertThat(defaults.http2().maxStreams()).isEqualTo(100);
        assertThat(defaults.http2().maxResets()).isEqualTo(200);
        assertThat(defaults.http2().resetWindow()).isEqualTo(Duration.ofSeconds(30));
        assertThat(defaults.health().enabled()).isTrue();
        assertThat(defaults.health().detailsFor()).isEmpty();
        assertThat(defaults.json().rejectUnknownFields()).isTrue();
        assertThat(defaults.json().maxSizeOnEventLoop()).isEqualTo(DataSize.of("256K"));
        assertThat(defaults.json().maxElementSize()).isEqualTo(DataSize.of("1M"));
        assertThat(defaults.patch().maxOperations()).isEqualTo(1000);
        assertThat(defaults.patch().maxSize()).isEqualTo(DataSize.of("1M"));
        assertThat(defaults.maxFormFields()).isEqualTo(1000);
        assertThat(defaults.tcp().noDelay()).isTrue();
        assertThat(defaults.tcp().fastOpen()).isTrue();
        assertThat(defaults.tcp().quickAck()).isTrue();
        assertThat(defaults.cors().origins()).isEmpty();
        assertThat(defaults.cors().methods()).containsExactly("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE");
        assertThat(defaults.cors().headers()).containsExactly("*");
        assertThat(defaults.cors().exposedHeaders()).isEmpty();
        assertThat(defaults.cors().credentials()).isFalse();
        assertThat(defaults.cors().maxAge()).isEqualTo(Duration.ofMinutes(30));
        assertThat(defaults.cors().refuseOtherOrigins()).isFalse();
        assertThat(defaults.automaticEntityTags()).isFalse();
        assertThat(defaults.compression().enabled()).isFalse();
        assertThat(defaults.compression().minSize()).isEqualTo(DataSize.of("1K"));
        assertThat(defaults.compression().types()).contains("text/*", "application/json", "application/*+json");
        assertThat(defaults.compression().codings()).containsExactly(HttpConfiguration.Compression.Coding.values());
        assertThat(defaults.accessLog().format()).isEqualTo(HttpConfiguration.AccessLog.Format.OFF);
        assertThat(defaults.accessLog().output()).isEqualTo("stdout");
        assertThat(defaults.accessLog().sample()).isEqualTo(1);
        assertThat(defaults.accessLog().exclude()).isEmpty();
        assertThat(defaults.accessLog().maskedParameters()).contains("token", "password", "signature");
        assertThat(defaults.accessLog().moreMaskedParameters()).isEmpty();
        assertThat(defaults.slowRequest()).isEmpty();
        assertThat(defaults.securityHeaders().enabled()).isTrue();
        assertThat(defaults.securityHeaders().contentTypeOptions()).contains("nosniff");
        assertThat(defaults.securityHeaders().frameOptions()).contains("DENY");
        assertThat(defaults.securityHeaders().referrerPolicy()).isEmpty();
        assertThat(defaults.securityHeaders().cacheControl()).isEmpty();
        assertThat(defaults.securityHeaders().contentSecurityPolicy()).isEmpty();
        assertThat(defaults.securityHeaders().strictTransportSecurity()).isEmpty();
    }

    @Test
    void everySettingCanBeSet() {
        final RestConfiguration all = read(Map.ofEntries(
                Map.entry("rest.host", "127.0.0.1"),
                Map.entry("rest.port", 0),
                Map.entry("rest.instances", 3),
                Map.entry("rest.context-path", "/api"),
                Map.entry("rest.server-header", "shop"),
                Map.entry("rest.application-enforces-access-annotations", true),
                Map.entry("rest.max-body-size", "1K"),
                Map.entry("rest.decode-bodies", "gzip,deflate"),
                Map.entry("rest.max-decoding-ratio", 10),
                Map.entry("rest.max-buffered-responses", "1M"),
                Map.entry("rest.max-buffered-bodies", "64K"),
                Map.entry("rest.max-parsed-bodies", "65K"),
                Map.entry("rest.max-tokens", 14),
                Map.entry("rest.max-header-size", "2K"),
                Map.entry("rest.max-request-line", "3K"),
                Map.entry("rest.idle-timeout", "1s"),
                Map.entry("rest.header-timeout", "2s"),
                Map.entry("rest.body-timeout", "3s"),
                Map.entry("rest.request-timeout", "4s"),
                Map.entry("rest.stream-flush", "5s"),
                Map.entry("rest.max-connections", 5),
                Map.entry("rest.max-requests-in-flight", 6),
                Map.entry("rest.trusted-proxies", "10.0.0.0/8,127.0.0.1"),
                Map.entry("rest.http2.enabled", false),
                Map.entry("rest.http2.max-streams", 7),
                Map.entry("rest.http2.max-resets", 8),
                Map.entry("rest.http2.reset-window", "9s"),
                Map.entry("rest.health.enabled", false),
                Map.entry("rest.health.details-for", "10.0.0.0/8,::1"),
                Map.entry("rest.json.reject-unknown-fields", false),
                Map.entry("rest.json.max-size-on-event-loop", "5K"),
                Map.entry("rest.json.max-element-size", "6K"),
                Map.entry("rest.patch.max-operations", 12),
                Map.entry("rest.patch.max-size", "7K"),
                Map.entry("rest.max-form-fields", 13),
                Map.entry("rest.tcp.no-delay", false),
                Map.entry("rest.tcp.fast-open", false),
                Map.entry("rest.tcp.quick-ack", false),
                Map.entry("rest.cors.origins", "https://a.example,null"),
                Map.entry("rest.cors.methods", "GET,PURGE"),
                Map.entry("rest.cors.headers", "X-A,X-B"),
                Map.entry("rest.cors.exposed-headers", "X-C"),
                Map.entry("rest.cors.credentials", true),
                Map.entry("rest.cors.max-age", "11s"),
                Map.entry("rest.cors.refuse-other-origins", true),
                Map.entry("rest.automatic-entity-tags", true),
                Map.entry("rest.compression.enabled", true),
                Map.entry("rest.compression.min-size", "2K"),
                Map.entry("rest.compression.types", "text/*,a/b"),
                Map.entry("rest.compression.codings", "gzip,br"),
                Map.entry("rest.access-log.format", "combined"),
                Map.entry("rest.access-log.output", "/var/log/access.log"),
                Map.entry("rest.access-log.sample", "0.25"),
                Map.entry("rest.access-log.exclude", "/a,/b/*"),
                Map.entry("rest.access-log.masked-parameters", "iban,pin"),
                Map.entry("rest.access-log.more-masked-parameters", "phone"),
                Map.entry("rest.slow-request", "14s"),
                Map.entry("rest.security-headers.enabled", false),
                Map.entry("rest.security-headers.content-type-options", ""),
                Map.entry("rest.security-headers.frame-options", "SAMEORIGIN"),
                Map.entry("rest.security-headers.referrer-policy", "same-origin"),
                Map.entry("rest.security-headers.content-security-policy", "default-src 'none'"),
                Map.entry("rest.security-headers.cache-control", "no-store"),
                Map.entry("rest.security-headers.strict-transport-security", "max-age=12")));
        assertThat(all.host()).contains("127.0.0.1");
        assertThat(all.port()).isZero();
        assertThat(all.instances()).hasValue(3);
        assertThat(all.contextPath()).isEqualTo("/api");
        assertThat(all.serverHeader()).contains("shop");
        assertThat(all.applicationEnforcesAccessAnnotations()).isTrue();
        assertThat(all.maxBodySize()).isEqualTo(DataSize.of("1K"));
        assertThat(all.decodeBodies()).contains(List.of("gzip", "deflate"));
        assertThat(all.maxDecodingRatio()).isEqualTo(10);
        assertThat(all.maxBufferedResponses()).contains(DataSize.of("1M"));
        assertThat(all.maxBufferedBodies()).contains(DataSize.of("64K"));
        assertThat(all.maxParsedBodies()).contains(DataSize.of("65K"));
        assertThat(all.maxTokens()).hasValue(14);
        assertThat(all.maxHeaderSize()).isEqualTo(DataSize.of("2K"));
        assertThat(all.maxRequestLine()).isEqualTo(DataSize.of("3K"));
        assertThat(all.idleTimeout()).isEqualTo(Duration.ofSeconds(1));
        assertThat(all.headerTimeout()).isEqualTo(Duration.ofSeconds(2));
        assertThat(all.bodyTimeout()).isEqualTo(Duration.ofSeconds(3));
        assertThat(all.requestTimeout()).isEqualTo(Duration.ofSeconds(4));
        assertThat(all.streamFlush()).isEqualTo(Duration.ofSeconds(5));
        assertThat(all.maxConnections()).isEqualTo(5);
        assertThat(all.maxRequestsInFlight()).isEqualTo(6);
        assertThat(all.trustedProxies())
                .hasValueSatisfying(proxies -> assertThat(proxies).containsExactly("10.0.0.0/8", "127.0.0.1"));
        assertThat(all.http2().enabled()).isFalse();
        assertThat(all.http2().maxStreams()).isEqualTo(7);
        assertThat(all.http2().maxResets()).isEqualTo(8);
        assertThat(all.http2().resetWindow()).isEqualTo(Duration.ofSeconds(9));
        assertThat(all.health().enabled()).isFalse();
        assertThat(all.health().detailsFor())
                .hasValueSatisfying(readers -> assertThat(readers).containsExactly("10.0.0.0/8", "::1"));
        assertThat(all.json().rejectUnknownFields()).isFalse();
        assertThat(all.json().maxSizeOnEventLoop()).isEqualTo(DataSize.of("5K"));
        assertThat(all.json().maxElementSize()).isEqualTo(DataSize.of("6K"));
        assertThat(all.patch().maxOperations()).isEqualTo(12);
        assertThat(all.patch().maxSize()).isEqualTo(DataSize.of("7K"));
        assertThat(all.maxFormFields()).isEqualTo(13);
        assertThat(all.tcp().noDelay()).isFalse();
        assertThat(all.tcp().fastOpen()).isFalse();
        assertThat(all.tcp().quickAck()).isFalse();
        assertThat(all.cors().origins())
                .hasValueSatisfying(origins -> assertThat(origins).containsExactly("https://a.example", "null"));
        assertThat(all.cors().methods()).containsExactly("GET", "PURGE");
        assertThat(all.cors().headers()).containsExactly("X-A", "X-B");
        assertThat(all.cors().exposedHeaders())
                .hasValueSatisfying(headers -> assertThat(headers).containsExactly("X-C"));
        assertThat(all.cors().credentials()).isTrue();
        assertThat(all.cors().maxAge()).isEqualTo(Duration.ofSeconds(11));
        assertThat(all.cors().refuseOtherOrigins()).isTrue();
        assertThat(all.automaticEntityTags()).isTrue();
        assertThat(all.compression().enabled()).isTrue();
        assertThat(all.compression().minSize()).isEqualTo(DataSize.of("2K"));
        assertThat(all.compression().types()).containsExactly("text/*", "a/b");
        assertThat(all.compression().codings())
                .containsExactly(HttpConfiguration.Compression.Coding.GZIP, HttpConfiguration.Compression.Coding.BR);
        assertThat(all.accessLog().format()).isEqualTo(HttpConfiguration.AccessLog.Format.COMBINED);
        assertThat(all.accessLog().output()).isEqualTo("/var/log/access.log");
        assertThat(all.accessLog().sample()).isEqualTo(0.25);
        assertThat(all.accessLog().exclude())
                .hasValueSatisfying(paths -> assertThat(paths).containsExactly("/a", "/b/*"));
        assertThat(all.accessLog().maskedParameters()).containsExactly("iban", "pin");
        assertThat(all.accessLog().moreMaskedParameters()).contains(List.of("phone"));
        assertThat(all.slowRequest()).contains(Duration.ofSeconds(14));
        assertThat(all.securityHeaders().enabled()).isFalse();
        assertThat(all.securityHeaders().contentTypeOptions()).isEmpty();
        assertThat(all.securityHeaders().frameOptions()).contains("SAMEORIGIN");
        assertThat(all.securityHeaders().referrerPolicy()).contains("same-origin");
        assertThat(all.securityHeaders().contentSecurityPolicy()).contains("default-src 'none'");
        assertThat(all.securityHeaders().cacheControl()).contains("no-store");
        assertThat(all.securityHeaders().strictTransportSecurity()).contains("max-age=12");
    }

    @ParameterizedTest
    @CsvSource({
        "rest.port, 65536",
        "rest.port, -1",
        "rest.instances, 0",
        "rest.context-path, api",
        "rest.context-path, /{api}",
        "rest.max-connections, 0",
        "rest.request-timeout, 0s",
        "rest.http2.max-streams, 0",
        "rest.decode-bodies, bzip2",
        "rest.max-decoding-ratio, 0",
        "rest.patch.max-operations, 0",
        "rest.max-form-fields, 0",
        "rest.prot, 8080"
    })
    void valuesOutOfRangeAreProblems(final String key, final String value) {
        assertThatThrownBy(() -> read(Map.of(key, value)))
                .isInstanceOf(StartException.class)
                .hasMessageContaining(key);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "port | 70000 | a whole number from 0 to 65535",
                "instances | 0 | a whole number from 1 to 1024",
                "listeners.admin.port | x | a whole number from 0 to 65535",
                "max-connections | 99999999999 | a whole number from 1 to 2147483647",
                "request-timeout | 0s | a duration of at least 1ms, such as 500ms, 15s, 2m, 1h, 1d or PT15S",
                "cors.max-age | PT-1S | a duration of at least 0s, such as 500ms, 15s, 2m, 1h, 1d or PT15S",
                "http2.reset-window | 500ms | a duration of at least 1s, such as 500ms, 15s, 2m, 1h, 1d or PT15S",
                "access-log.sample | 1.5 | a number from 0 to 1",
                "access-log.output | stdot | stdout, logger, or the path of a file with a slash, such as ./access.log",
                "access-log.output | logs/ | stdout, logger, or the path of a file with a slash, such as ./access.log",
                "access-log.sample | NaN | a number from 0 to 1",
                "server-header | ä | the value of a header",
                "deadline-header | a b | the name of a header or an HTTP method",
                "security-headers.frame-options | deny | DENY or SAMEORIGIN",
                "unix-socket-mode | 999 | three octal digits such as 660",
                "cors.methods | GET,a b | a list, separated by commas, each the name of a header or an HTTP method",
                "cors.exposed-headers | a b,c | a list, separated by commas, each the name of a header or an HTTP method",
                "decode-bodies | br,bzip2 | a list, separated by commas, each gzip, deflate, br or zstd",
                "priority-paths | health | a list, separated by commas, each a path such as /health, without % and without /"
                        + " at its end",
                "tls.protocols | TLSv1.1 | a list, separated by commas, each TLSv1.2 or TLSv1.3"
            })
    void aValueOutOfRangeIsToldTheRange(final String key, final String value, final String range) {
        assertThatThrownBy(() -> read(Map.of("rest." + key, value)))
                .isInstanceOfSatisfying(
                        StartException.class,
                        failure -> assertThat(failure.problems())
                                .singleElement()
                                .hasToString(
                                        "rest.%s is '%s', which is not %s.%nIt comes from withConfiguration in code.%n"
                                                .formatted(key, value, range)
                                                .concat("Set rest.%s to %s.".formatted(key, range))));
    }

    @ParameterizedTest
    @CsvSource({
        "rest.port",
        "rest.unix-socket-mode",
        "rest.cors.methods",
        "rest.compression.codings",
        "rest.tls.protocols"
    })
    void aBlankValueIsAProblem(final String key) {
        assertThatThrownBy(() -> read(Map.of(key, "")))
                .hasMessageContaining(key + " is required and its value is empty.");
        assertThatThrownBy(() -> read(Map.of(key, " "))).hasMessageContaining(key + " is ' ', which is not ");
        assertThatThrownBy(() -> read(Map.of(key, ","))).hasMessageContaining(key);
    }

    @Test
    void aKeyOfAPluginThatWasNotAddedSaysHowToAddIt() {
        assertThatThrownBy(() -> read(Map.of("rest.admin.port", "9000")))
                .hasMessageContaining("The key rest.admin.port (value '9000') is not known.")
                .hasMessageContaining("Or add the plugin RestPlugin.named(\"admin\")");
        assertThatThrownBy(() -> read(Map.of("rest.admin.prt", "9000")))
                .hasMessageContaining("The key rest.admin.prt (value '9000') is not known.")
                .message()
                .doesNotContain("Or add");
    }
}
