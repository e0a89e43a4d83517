package org.jzenith.benchmark.harness;

import java.net.http.HttpClient;

/** The protocol of a request. */
enum Protocol {

    /** HTTP/1.1. */
    HTTP_1(false),

    /** HTTP/1.1 over TLS. */
    HTTP_1_TLS(true),

    /** HTTP/2 without TLS, by prior knowledge. */
    HTTP_2(false),

    /** HTTP/2 over TLS, by ALPN. */
    HTTP_2_TLS(true);

    private final boolean tls;

    Protocol(final boolean tls) {
        this.tls = tls;
    }

    boolean isTls() {
        return tls;
    }

    boolean isHttp2() {
        return this == HTTP_2 || this == HTTP_2_TLS;
    }

    /** The version by which the JDK's client compares answers; it has no HTTP/2 by prior knowledge. */
    HttpClient.Version versionForAnswers() {
        return this == HTTP_2_TLS ? HttpClient.Version.HTTP_2 : HttpClient.Version.HTTP_1_1;
    }
}
