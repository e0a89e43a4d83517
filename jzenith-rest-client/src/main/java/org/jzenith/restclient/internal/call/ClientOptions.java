package org.jzenith.restclient.internal.call;

import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.net.ProxyOptions;
import java.util.concurrent.TimeUnit;
import org.jzenith.core.internal.tls.ClientTls;
import org.jzenith.restclient.internal.configuration.RestClientConfiguration;

/** The options of Vert.x' client for the settings of a client. */
public final class ClientOptions {

    private static final int MAX_HEADERS = 64 * 1024;
    private static final int HTTP2_WINDOW = 1024 * 1024;

    private ClientOptions() {}

    /**
     * Returns the options of the connections.
     *
     * @param settings of the client
     * @param tls of the client
     * @return new options
     */
    public static HttpClientOptions of(final RestClientConfiguration settings, final ClientTls tls) {
        final int connectMillis =
                (int) Math.min(Integer.MAX_VALUE, settings.connectTimeout().toMillis());
        final int keepAliveSeconds =
                (int) Math.max(1, settings.keepAliveTimeout().toSeconds());
        final HttpClientOptions options = new HttpClientOptions()
                .setConnectTimeout(connectMillis)
                .setSslHandshakeTimeout(connectMillis)
                .setSslHandshakeTimeoutUnit(TimeUnit.MILLISECONDS)
                .setKeepAliveTimeout(keepAliveSeconds)
                .setHttp2KeepAliveTimeout(keepAliveSeconds)
                .setMaxHeaderSize(MAX_HEADERS)
                .setHttp2ClearTextUpgrade(false)
                .setHttp2ConnectionWindowSize(HTTP2_WINDOW)
                .setHttp2MultiplexingLimit(settings.http2Streams())
                .setVerifyHost(true)
                .setTcpNoDelay(true);
        options.getInitialSettings().setMaxHeaderListSize(MAX_HEADERS).setPushEnabled(false);
        if (settings.http2()) {
            options.setProtocolVersion(HttpVersion.HTTP_2).setUseAlpn(true);
        }
        settings.proxy().ifPresent(proxy -> {
            final int colon = proxy.lastIndexOf(':');
            options.setProxyOptions(new ProxyOptions()
                    .setHost(proxy.substring(0, colon))
                    .setPort(Integer.parseInt(proxy.substring(colon + 1))));
        });
        tls.set(options);
        return options;
    }

    /**
     * Returns the options of the pool.
     *
     * @param settings of the client
     * @return new options
     */
    public static PoolOptions pool(final RestClientConfiguration settings) {
        return new PoolOptions()
                .setHttp1MaxSize(settings.poolSize())
                .setHttp2MaxSize(1)
                .setMaxWaitQueueSize(settings.waitQueue());
    }

    /**
     * Returns the options of the pool behind a {@link CallLimit}, which only calls with a place ask for a connection. A call that is
     * disposed while it connects gives its place back before Vert.x gives up its connection, so the pool has room for as many of them.
     */
    static PoolOptions limitedPool(final RestClientConfiguration settings) {
        return pool(settings).setHttp1MaxSize(2 * settings.poolSize()).setMaxWaitQueueSize(-1);
    }
}
