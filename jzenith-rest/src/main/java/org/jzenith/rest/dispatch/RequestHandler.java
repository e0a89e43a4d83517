package org.jzenith.rest.dispatch;

import com.google.inject.Injector;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.UUID;
import org.jboss.resteasy.core.SynchronousDispatcher;
import org.jzenith.core.context.RequestContext;
import org.jzenith.rest.rx.Subscriptions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the story of every request: in, to RESTEasy, out. */
public final class RequestHandler implements Handler<HttpServerRequest> {

    private static final Logger LOGGER = LoggerFactory.getLogger(RequestHandler.class);

    private final SynchronousDispatcher resteasy;
    private final String contextPath;

    private RequestHandler(final SynchronousDispatcher resteasy, final String contextPath) {
        this.resteasy = resteasy;
        this.contextPath = contextPath;
    }

    /** Makes everything that can be made before the first request. */
    public static RequestHandler of(
            final Routes routes, final List<Object> house, final Injector injector, final String contextPath) {
        return new RequestHandler(Deployment.of(routes, house, injector), contextPath);
    }

    @Override
    public void handle(final HttpServerRequest incoming) {
        incoming.body().onComplete(body -> {
            if (body.succeeded()) {
                final RestResponse response = new RestResponse(incoming.response(), resteasy.getProviderFactory());
                try {
                    final RestRequest request =
                            new RestRequest(incoming, body.result(), contextPath, resteasy, response);
                    final Subscriptions subscriptions = new Subscriptions();
                    incoming.response().closeHandler(gone -> subscriptions.dispose());
                    RequestContext.create(
                                    UUID.randomUUID().toString(), new ResteasyLevel(request, response, subscriptions))
                            .run(() -> {
                                resteasy.invoke(request, response);
                                if (!request.getAsyncContext().isSuspended()) {
                                    response.end();
                                }
                            });
                } catch (final Throwable error) {
                    LOGGER.error("A request failed.", error);
                    response.fail();
                }
            }
        });
    }
}
