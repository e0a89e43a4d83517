package org.jzenith.http.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.jzenith.http.internal.admission.AdaptiveLimit;

final class RequestSettingsTest {

    @Test
    void theDefaultsAreThoseOfAListenerAtTheRoot() {
        final RequestSettings settings = RequestSettings.of("echo");
        assertThat(settings.plugin()).isEqualTo("echo");
        assertThat(settings.basePath()).isEmpty();
        assertThat(settings.maxRequestLine()).isEqualTo(4096);
        assertThat(settings.maxBody()).isEqualTo(10L * 1024 * 1024);
        assertThat(settings.maxBodies()).isEqualTo(Runtime.getRuntime().maxMemory() / 4);
        assertThat(Duration.ofNanos(settings.bodyLimits().nanos())).hasSeconds(30);
        assertThat(settings.requestTimeout()).hasSeconds(30);
        assertThat(settings.maxInFlight()).isEqualTo(10_000);
        assertThat(settings.proxies().isEmpty()).isTrue();
        assertThat(settings.bodyLimits().codings()).isEmpty();
        assertThat(settings.deadlineHeader()).isNull();
        assertThat(settings.responsePolicy()).isNull();
        assertThat(settings.adaptiveLimit()).isNull();
        assertThat(settings.accessLog()).isNull();
    }

    @Test
    void eachChangeIsACopyThatKeepsTheOthers() {
        final RequestSettings first = RequestSettings.of("echo").withBasePath("/echo//");
        final RequestSettings second = first.withBodies(1, 2, Duration.ofSeconds(3))
                .withDecodedBodies(List.of("gzip"), 4)
                .withRequestTimeout(Duration.ofSeconds(5))
                .withMaxInFlight(6)
                .withPriorityPaths(List.of("/health"))
                .withAdaptiveLimit(7, 8, List.of("/poll"))
                .withTrustedProxies(List.of("10.0.0.0/8"))
                .withDeadlineHeader("X-Deadline")
                .withMaxRequestLine(9);
        assertThat(second.basePath()).isEqualTo("/echo");
        assertThat(second.maxRequestLine()).isEqualTo(9);
        assertThat(second.maxBody()).isEqualTo(1);
        assertThat(second.maxBodies()).isEqualTo(2);
        assertThat(Duration.ofNanos(second.bodyLimits().nanos())).hasSeconds(3);
        assertThat(second.bodyLimits().codings()).containsExactly("gzip");
        assertThat(second.bodyLimits().maxRatio()).isEqualTo(4);
        assertThat(second.requestTimeout()).hasSeconds(5);
        assertThat(second.maxInFlight()).isEqualTo(6);
        assertThat(second.adaptiveLimit()).isEqualTo(new AdaptiveLimit.Bounds(7, 8, List.of("/poll")));
        assertThat(second.priorityPaths()).containsExactly("/health");
        assertThat(second.proxies().contain("10.1.2.3")).isTrue();
        assertThat(second.deadlineHeader()).isEqualTo("X-Deadline");
        assertThat(first.maxInFlight()).isEqualTo(10_000);
    }

    @Test
    void aProxyThatIsNoAddressIsRefused() {
        final RequestSettings settings = RequestSettings.of("echo");
        assertThatThrownBy(() -> settings.withTrustedProxies(List.of("proxy")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("proxy");
    }
}
