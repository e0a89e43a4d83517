package org.jzenith.http.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RequestSettingsTest {

    @Test
    void theDefaultsAreThoseOfAListenerAtTheRoot() {
        final RequestSettings settings = RequestSettings.of("echo");
        final Limits limits = settings.limits();
        assertThat(settings.plugin()).isEqualTo("echo");
        assertThat(limits.basePath()).isEmpty();
        assertThat(limits.maxRequestLine()).isEqualTo(4096);
        assertThat(limits.maxBody()).isEqualTo(10L * 1024 * 1024);
        assertThat(settings.maxBodies()).isEqualTo(Runtime.getRuntime().maxMemory() / 4);
        assertThat(Duration.ofNanos(limits.bodyNanos())).hasSeconds(30);
        assertThat(Duration.ofNanos(limits.requestNanos())).hasSeconds(30);
        assertThat(limits.maxInFlight()).isEqualTo(10_000);
        assertThat(limits.proxies().isEmpty()).isTrue();
        assertThat(limits.decoding()).isNull();
        assertThat(limits.deadlineHeader()).isNull();
        assertThat(limits.features()).isNull();
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
        final Limits limits = second.limits();
        assertThat(limits.basePath()).isEqualTo("/echo");
        assertThat(limits.maxRequestLine()).isEqualTo(9);
        assertThat(limits.maxBody()).isEqualTo(1);
        assertThat(second.maxBodies()).isEqualTo(2);
        assertThat(Duration.ofNanos(limits.bodyNanos())).hasSeconds(3);
        assertThat(limits.decoding()).isEqualTo(new BodyDecoding(List.of("gzip"), 4));
        assertThat(Duration.ofNanos(limits.requestNanos())).hasSeconds(5);
        assertThat(limits.maxInFlight()).isEqualTo(6);
        assertThat(second.adaptiveLimit()).isEqualTo(new RequestSettings.AdaptiveBounds(7, 8, List.of("/poll")));
        assertThat(second.priorityPaths()).containsExactly("/health");
        assertThat(limits.proxies().contain("10.1.2.3")).isTrue();
        assertThat(limits.deadlineHeader()).isEqualTo("X-Deadline");
        assertThat(first.limits().maxInFlight()).isEqualTo(10_000);
    }

    @Test
    void aProxyThatIsNoAddressIsRefused() {
        final RequestSettings settings = RequestSettings.of("echo");
        assertThatThrownBy(() -> settings.withTrustedProxies(List.of("proxy")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("proxy");
    }
}
