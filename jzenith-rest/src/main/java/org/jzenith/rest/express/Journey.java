package org.jzenith.rest.express;

import io.vertx.core.buffer.Buffer;
import java.lang.reflect.InvocationTargetException;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jboss.resteasy.spi.ApplicationException;
import org.jboss.resteasy.spi.HttpRequest;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.express.ExpressLane.Outcome;
import org.jzenith.rest.rx.Subscriptions;
import org.jzenith.rest.validation.RequestValidation;

/** One request on the lane: arguments, invocation, result, answer. At each step it may leave for RESTEasy. */
final class Journey implements ExpressLane.Trip, Subscriptions.ResultCallback {

    private final Plan plan;
    private final ExpressLane.Traveller traveller;
    private final String accept;
    private final String uri;
    private final int query;
    private final String[] path;
    private @Nullable Object resource;
    private @Nullable Object value;
    private boolean arrived;

    Journey(
            final Plan plan,
            final ExpressLane.Traveller traveller,
            final String accept,
            final String uri,
            final int query,
            final String[] path) {
        this.plan = plan;
        this.traveller = traveller;
        this.accept = accept;
        this.uri = uri;
        this.query = query;
        this.path = path;
    }

    @Override
    public void run() {
        if (!plan.welcomes(accept)) {
            traveller.leave(null);
            return;
        }
        final Object[] arguments;
        try {
            arguments = plan.arguments(path, uri, query);
        } catch (final Throwable e) {
            traveller.leave(null); // RESTEasy fails in the same way, and knows what to make of it
            return;
        }
        final Object made;
        try {
            made = plan.resource();
        } catch (final RuntimeException e) {
            traveller.leave(new Outcome(null, null, e));
            return;
        }
        resource = made;
        go(made, arguments);
    }

    private void go(final Object made, final Object[] arguments) {
        final Object returned;
        try {
            returned = plan.invoke(made, arguments, traveller);
        } catch (final InvocationTargetException e) {
            traveller.leave(new Outcome(made, null, new ApplicationException(e.getCause())));
            return;
        } catch (final RuntimeException e) {
            traveller.leave(new Outcome(made, null, e));
            return;
        } catch (final ReflectiveOperationException e) {
            traveller.leave(null);
            return;
        }
        if (returned == null) {
            traveller.leave(new Outcome(made, null, null));
        } else {
            receive(made, returned);
        }
    }

    private void receive(final Object made, final Object returned) {
        try {
            plan.result().receive(returned, this);
        } catch (final RuntimeException e) {
            if (arrived) {
                throw e;
            }
            traveller.leave(new Outcome(made, null, e));
        }
    }

    Subscriptions subscriptions() {
        return traveller.subscriptions();
    }

    /** What the value of the result must pass; null if any will do. */
    @Nullable
    Consumer<Object> check() {
        return plan.validates() ? RequestValidation.resultCheck() : null;
    }

    @Override
    public void onResult(final @Nullable Object onResult) {
        arrived = true;
        value = onResult;
        if (onResult == null) {
            leave(plan.result().of(null));
            return;
        }
        final Form form = plan.form(accept, onResult);
        final Buffer body = form == null ? null : form.encode(onResult);
        if (form == null || body == null) {
            leave(plan.result().of(onResult));
        } else {
            traveller.arrive(form.contentType(), body);
        }
    }

    @Override
    public void onFailure(final Throwable error) {
        arrived = true;
        if (!traveller.answerUnavailable(error)) {
            leave(plan.result().failed(error));
        }
    }

    private void leave(final @Nullable Object returned) {
        if (resource != null) {
            traveller.leave(new Outcome(resource, returned, null));
        }
    }

    @Override
    public void watch(
            final HttpRequest request, final int status, final Map<String, List<Object>> headers, final Buffer body) {
        plan.watch(request, accept, status);
        if (value != null && status == Plan.OK && headers.size() == 1) {
            plan.watch(request, accept, value, headers, body);
        }
    }

    @Override
    public @Nullable Object resource() {
        return resource;
    }

    @Override
    public String toString() {
        return plan.toString();
    }
}
