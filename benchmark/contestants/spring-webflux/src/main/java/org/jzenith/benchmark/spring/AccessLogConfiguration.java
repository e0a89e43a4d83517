package org.jzenith.benchmark.spring;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.reactor.netty.NettyServerCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import reactor.netty.http.server.logging.AccessLog;
import reactor.netty.http.server.logging.AccessLogArgProvider;

/** The access log of Reactor Netty, which Logback writes. */
@Configuration(proxyBeanMethods = false)
class AccessLogConfiguration {

    private static final String JSON =
            "{\"time\":\"{}\",\"requestId\":\"{}\",\"client\":\"{}\",\"method\":\"{}\",\"target\":\"{}\",\"version\":\"{}\","
                    + "\"status\":{},\"bytes\":{},\"durationMs\":{},\"referer\":\"{}\",\"userAgent\":\"{}\"}";

    @Bean
    NettyServerCustomizer accessLog(@Value("${service.access-log}") final String format) {
        return switch (format) {
            case "off" -> server -> server;
            case "json" -> server -> server.accessLog(true, AccessLogConfiguration::json);
            default -> server -> server.accessLog(true);
        };
    }

    private static AccessLog json(final AccessLogArgProvider request) {
        return AccessLog.create(
                JSON,
                request.accessDateTime(),
                request.responseHeader(RequestIdsAndDate.REQUEST_ID),
                Objects.requireNonNull(request.connectionInformation()).remoteAddress(),
                request.method(),
                request.uri(),
                request.protocol(),
                request.status(),
                request.contentLength(),
                request.duration(),
                text(request.requestHeader("Referer")),
                text(request.requestHeader("User-Agent")));
    }

    private static CharSequence text(final @Nullable CharSequence header) {
        return Objects.requireNonNullElse(header, "-");
    }
}
