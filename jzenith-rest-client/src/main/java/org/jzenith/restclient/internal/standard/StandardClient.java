package org.jzenith.restclient.internal.standard;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.reactivex.Completable;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientOptions;
import jakarta.ws.rs.RuntimeType;
import jakarta.ws.rs.client.Client;
import jakarta.ws.rs.client.ClientRequestFilter;
import jakarta.ws.rs.client.WebTarget;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jboss.resteasy.client.jaxrs.ResteasyClientBuilder;
import org.jboss.resteasy.client.jaxrs.engines.vertx.VertxClientHttpEngine;
import org.jboss.resteasy.client.jaxrs.internal.LocalResteasyProviderFactory;
import org.jboss.resteasy.client.jaxrs.internal.ResteasyClientBuilderImpl;
import org.jboss.resteasy.core.providerfactory.ResteasyProviderFactoryImpl;
import org.jboss.resteasy.plugins.providers.ByteArrayProvider;
import org.jboss.resteasy.plugins.providers.DefaultTextPlain;
import org.jboss.resteasy.plugins.providers.InputStreamProvider;
import org.jboss.resteasy.plugins.providers.JaxrsFormProvider;
import org.jboss.resteasy.plugins.providers.StringTextStar;
import org.jzenith.core.internal.tls.ClientTls;
import org.jzenith.restclient.internal.call.ClientOptions;
import org.jzenith.restclient.internal.configuration.RestClientConfiguration;

/**
 * A client of Jakarta REST with the settings of a client: RESTEasy's, on Vert.x and on the application's event loops. The providers are
 * listed here, because RESTEasy's own list has the context propagator of {@code resteasy-rxjava2}, whose hooks every operator of RxJava
 * in the JVM would pay for. The invokers for {@code Flowable} and {@code Observable} are left out: they drop the headers of a request and
 * buffer events without limit.
 */
@SuppressWarnings("removal") // RESTEasy has no other engine on Vert.x
public final class StandardClient {

    private final Client client;
    private final String url;

    /**
     * Creates a client without connections.
     *
     * @param settings its settings
     * @param headers default headers
     * @param tls its certificates
     * @param vertx of the application
     * @param mapper for JSON
     */
    public StandardClient(
            final RestClientConfiguration settings,
            final Map<String, String> headers,
            final ClientTls tls,
            final Vertx vertx,
            final ObjectMapper mapper) {
        final ResteasyProviderFactoryImpl providers = new ResteasyProviderFactoryImpl(RuntimeType.CLIENT);
        providers.registerProviderInstance(new JsonEntityProvider(mapper));
        providers.registerProvider(StringTextStar.class, true);
        providers.registerProvider(DefaultTextPlain.class, true);
        providers.registerProvider(ByteArrayProvider.class, true);
        providers.registerProvider(InputStreamProvider.class, true);
        providers.registerProvider(JaxrsFormProvider.class, true);
        providers.registerProvider(SingleInvokerProvider.class, true);
        if (!headers.isEmpty()) {
            providers.registerProviderInstance((ClientRequestFilter) request -> headers.forEach(
                    (name, value) -> request.getHeaders().putIfAbsent(name, new ArrayList<>(List.of(value)))));
        }
        final ResteasyClientBuilder builder = new ResteasyClientBuilderImpl();
        this.client = builder.providerFactory(new LocalResteasyProviderFactory(providers))
                .httpEngine(new VertxClientHttpEngine(
                        vertx.createHttpClient(options(settings, tls), ClientOptions.pool(settings))))
                .connectTimeout(settings.connectTimeout().toMillis(), TimeUnit.MILLISECONDS)
                .property(
                        VertxClientHttpEngine.REQUEST_TIMEOUT_MS,
                        settings.requestTimeout().toMillis())
                .build();
        this.url = settings.url().get(0);
    }

    /** The engine has no time limit for a body, so a silent connection is closed. */
    private static HttpClientOptions options(final RestClientConfiguration settings, final ClientTls tls) {
        final long idleMillis = Math.max(
                settings.idleTimeout().toMillis(), settings.requestTimeout().toMillis());
        return ClientOptions.of(settings, tls)
                .setIdleTimeout((int) Math.min(Integer.MAX_VALUE, idleMillis))
                .setIdleTimeoutUnit(TimeUnit.MILLISECONDS);
    }

    /**
     * Returns the service.
     *
     * @return the base URL
     */
    public WebTarget target() {
        return client.target(url);
    }

    /**
     * Closes the client.
     *
     * @return completes when it is closed
     */
    public Completable close() {
        return Completable.fromAction(client::close);
    }
}
