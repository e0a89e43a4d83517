package org.jzenith.rest.express;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import jakarta.ws.rs.core.GenericEntity;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.MessageBodyWriter;
import java.lang.annotation.Annotation;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jboss.resteasy.core.ResourceMethodInvoker;
import org.jboss.resteasy.spi.HttpRequest;
import org.jboss.resteasy.spi.ResteasyProviderFactory;
import org.jboss.resteasy.spi.metadata.ResourceMethod;
import org.jboss.resteasy.spi.validation.GeneralValidator;
import org.jspecify.annotations.Nullable;

/**
 * All that is known of a resource method before a request comes, and the forms of its answers, which RESTEasy shows.
 * Immutable but for these. Safe for use by many threads: a form that one of them misses is asked for again.
 */
final class Plan {

    /** Clients name what they accept in a few ways; RESTEasy is asked again about those that are forgotten. */
    private static final int MOST_FORMS = 16;

    /** Values that are never written alike twice, such as a time, would be written twice for nothing. */
    private static final int MOST_MISFITS = 4;

    static final int OK = 200;
    private static final int NO_CONTENT = 204;

    private final ResourceMethod declared;
    private final Method method;
    private final Result result;
    private final Type bodyType;
    private final Annotation[] annotations;
    private final Argument[] arguments;
    private final boolean readsQuery;
    private final Supplier<?> resources;
    private final @Nullable GeneralValidator validator;
    private final ResteasyProviderFactory providers;
    private final OwnWriters ownWriters;
    private final ExpressLane.Encoders encoders;
    private final AtomicInteger misfits = new AtomicInteger();
    private volatile String[] welcome = {};
    private volatile Form[] forms = {};

    Plan(
            final ResourceMethod declared,
            final Result result,
            final List<Argument> arguments,
            final Supplier<?> resources,
            final @Nullable GeneralValidator validator,
            final ResteasyProviderFactory providers,
            final OwnWriters ownWriters,
            final ExpressLane.Encoders encoders) {
        this.declared = declared;
        this.method = declared.getMethod();
        this.result = result;
        this.bodyType = result.bodyType(declared.getGenericReturnType());
        this.annotations = declared.getAnnotatedMethod().getAnnotations();
        this.arguments = arguments.toArray(Argument[]::new);
        this.readsQuery = arguments.stream().anyMatch(Argument::isInQuery);
        this.resources = resources;
        this.validator = validator;
        this.providers = providers;
        this.ownWriters = ownWriters;
        this.encoders = encoders;
    }

    boolean readsQuery() {
        return readsQuery;
    }

    Result result() {
        return result;
    }

    Object resource() {
        return resources.get();
    }

    boolean validates() {
        return validator != null;
    }

    Object[] arguments(final String[] path, final String uri, final int query) {
        final Object[] values = new Object[arguments.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = arguments[i].value(path, uri, query);
        }
        return values;
    }

    /**
     * Invokes the method between the checks of its constraints.
     *
     * @throws InvocationTargetException what the method threw
     * @throws ReflectiveOperationException if it could not be invoked
     */
    @Nullable
    Object invoke(final Object resource, final Object[] values, final ExpressLane.Traveller traveller)
            throws ReflectiveOperationException {
        if (validator == null) {
            return invoke(resource, values);
        }
        final HttpRequest request = traveller.request();
        validator.validateAllParameters(request, resource, method, values);
        final Object returned = invoke(resource, values);
        validator.validateReturnValue(request, resource, method, returned);
        return returned;
    }

    private @Nullable Object invoke(final Object resource, final Object[] values) throws ReflectiveOperationException {
        try {
            return method.invoke(resource, values);
        } catch (final IllegalArgumentException e) {
            throw new ReflectiveOperationException(e);
        }
    }

    /** Whether RESTEasy has shown that a client who accepts this gets an answer from here. */
    boolean welcomes(final String accept) {
        for (final String each : welcome) {
            if (each.equals(accept)) {
                return true;
            }
        }
        return false;
    }

    @Nullable
    Form form(final String accept, final Object value) {
        for (final Form form : forms) {
            if (form.fits(accept, value)) {
                return form;
            }
        }
        return null;
    }

    /** Looks at the status of an answer of RESTEasy. */
    void watch(final HttpRequest request, final String accept, final int status) {
        if ((status == OK || status == NO_CONTENT) && !welcomes(accept) && isMine(request)) {
            welcome = with(welcome, accept);
        }
    }

    /** Looks at an answer of RESTEasy that has one header. */
    void watch(
            final HttpRequest request,
            final String accept,
            final Object value,
            final Map<String, List<Object>> headers,
            final Buffer body) {
        final List<Object> types = headers.get(HttpHeaders.CONTENT_TYPE.toString());
        if (types != null && types.size() == 1 && types.get(0) instanceof MediaType type && isMine(request)) {
            add(accept, value, type, body);
        }
    }

    private boolean isMine(final HttpRequest request) {
        return request.getAttribute(ResourceMethodInvoker.class.getName()) instanceof ResourceMethodInvoker invoker
                && invoker.getMethod().equals(method)
                && invoker.getResourceClass().equals(declared.getResourceClass().getClazz());
    }

    /** The newest come first, the oldest go: nobody can keep the clients of tomorrow off the lane. */
    private static <T> T[] with(final T[] known, final T one) {
        final T[] more = Arrays.copyOf(known, Math.min(known.length + 1, MOST_FORMS));
        System.arraycopy(known, 0, more, 1, more.length - 1);
        more[0] = one;
        return more;
    }

    private void add(final String accept, final Object value, final MediaType type, final Buffer body) {
        if (value instanceof Response
                || value instanceof GenericEntity
                || type.isWildcardType()
                || type.isWildcardSubtype()
                || misfits.get() >= MOST_MISFITS
                || form(accept, value) != null
                || mayBeOthers(value, type)) {
            return;
        }
        final MessageBodyWriter<?> writer =
                providers.getMessageBodyWriter(value.getClass(), bodyType, annotations, type);
        final ExpressLane.Encoder encoder =
                writer == null ? null : encoders.of(writer, value.getClass(), bodyType, annotations, type);
        if (encoder != null) {
            final CharSequence contentType = HttpHeaders.createOptimized(providers.toHeaderString(type));
            final Form form = new Form(accept, value.getClass(), contentType, encoder);
            if (body.equals(form.encode(value))) { // it was no error mapper that answered
                forms = with(forms, form);
            } else {
                misfits.incrementAndGet();
            }
        }
    }

    /** Where a method does not say what it produces, RESTEasy asks the writers of all types. */
    private boolean mayBeOthers(final Object value, final MediaType type) {
        return ownWriters.mayWrite(
                value.getClass(), declared.getProduces().length == 0 ? MediaType.WILDCARD_TYPE : type);
    }

    @Override
    public String toString() {
        return method.getDeclaringClass().getSimpleName() + "." + method.getName();
    }
}
