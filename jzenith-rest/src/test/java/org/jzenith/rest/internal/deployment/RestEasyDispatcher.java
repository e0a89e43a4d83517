package org.jzenith.rest.internal.deployment;

import com.google.inject.Injector;
import jakarta.ws.rs.core.Application;
import jakarta.ws.rs.core.Cookie;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.NewCookie;
import jakarta.ws.rs.core.SecurityContext;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jboss.resteasy.core.ResteasyContext;
import org.jboss.resteasy.core.SynchronousDispatcher;
import org.jboss.resteasy.core.SynchronousExecutionContext;
import org.jboss.resteasy.mock.MockHttpRequest;
import org.jboss.resteasy.mock.MockHttpResponse;
import org.jboss.resteasy.specimpl.ResteasyHttpHeaders;
import org.jboss.resteasy.specimpl.ResteasyUriInfo;
import org.jboss.resteasy.spi.AsyncOutputStream;
import org.jboss.resteasy.spi.HttpRequest;
import org.jboss.resteasy.spi.HttpResponse;
import org.jboss.resteasy.spi.PropertyInjector;
import org.jboss.resteasy.spi.ResourceFactory;
import org.jboss.resteasy.spi.ResteasyAsynchronousResponse;
import org.jboss.resteasy.spi.ResteasyProviderFactory;
import org.jboss.resteasy.spi.metadata.ResourceBuilder;
import org.jboss.resteasy.util.CaseInsensitiveMap;
import org.jboss.resteasy.util.CookieParser;
import org.jzenith.core.context.RequestContext;
import org.jzenith.rest.internal.error.Errors;
import org.jzenith.rest.internal.multipart.MultipartFeature;
import org.jzenith.rest.internal.resteasy.ConnectionSecurityContext;
import org.jzenith.rest.internal.resteasy.RestProviders;
import org.jzenith.rest.internal.rx.Subscriptions;
import org.jzenith.rest.internal.validation.ValidationFeature;

/** RESTEasy's own dispatcher with the resources and providers of an application, without a server. */
final class RestEasyDispatcher {

    /** The status of a request whose headers cannot be read; RESTEasy's servers refuse it before they dispatch it. */
    static final int MALFORMED = -400;

    /** The status where the dispatcher has no answer: its server then sends a 500 of its own. */
    static final int THROWN = -500;

    private final SynchronousDispatcher dispatcher;
    private final ResteasyProviderFactory providers;

    RestEasyDispatcher(
            final List<Class<?>> resources,
            final List<Object> providers,
            final List<Errors.Mapping> mappings,
            final Injector injector) {
        final Deployment.Parts parts = new Deployment.Parts(
                Components.NONE
                        .withResources(resources)
                        .withProviders(providers)
                        .withApplication(injector.getInstance(Application.class)),
                List.of(
                        context -> LaterResults.providers().forEach(context::addProvider),
                        new MultipartFeature(),
                        new ValidationFeature()),
                new Errors(mappings),
                type -> {},
                false,
                new Deployment.Bodies(Long.MAX_VALUE, List.of(), Integer.MAX_VALUE, Long.MAX_VALUE),
                Duration.ZERO,
                1);
        this.dispatcher = new Deployment(parts, injector).resteasy();
        this.providers = dispatcher.getProviderFactory();
        @SuppressWarnings("rawtypes")
        final Map<Class, Object> objects = dispatcher.getDefaultContextObjects();
        final Map<Class<?>, Object> context = ResteasyContext.addContextDataLevel();
        objects.forEach(context::put);
        final RestProviders factory = (RestProviders) this.providers;
        for (final Class<?> type : resources) {
            dispatcher
                    .getRegistry()
                    .addResourceFactory(
                            new PerRequest(type, factory.instances().supplier(type), propertyInjector(type)));
        }
        ResteasyContext.removeContextDataLevel();
    }

    private PropertyInjector propertyInjector(final Class<?> type) {
        return providers
                .getInjectorFactory()
                .createPropertyInjector(new ResourceBuilder().getRootResourceFromAnnotations(type), providers);
    }

    private record PerRequest(Class<?> type, Supplier<?> made, PropertyInjector fields) implements ResourceFactory {

        @Override
        public Class<?> getScannableClass() {
            return type;
        }

        @Override
        public void registered(final ResteasyProviderFactory factory) {}

        @Override
        public Object createResource(
                final HttpRequest request, final HttpResponse response, final ResteasyProviderFactory factory) {
            final Object resource = made.get();
            fields.inject(request, response, resource, true);
            return resource;
        }

        @Override
        public void requestFinished(final HttpRequest request, final HttpResponse response, final Object resource) {}

        @Override
        public void unregistered() {}
    }

    ComparedAnswer answer(final ComparedRequest sent) {
        final Received request;
        try {
            request = new Received(sent);
        } catch (final RuntimeException e) {
            return ComparedAnswer.of(MALFORMED, Map.of(), e.toString(), false);
        }
        final Written response = new Written();
        request.setAsynchronousContext(new Suspension(dispatcher, request, response));
        dispatcher
                .getDefaultContextObjects()
                .put(SecurityContext.class, new ConnectionSecurityContext(false, null, null));
        dispatcher.getDefaultContextObjects().put(Subscriptions.class, new Subscriptions(LaterResults.AT_ONCE));
        final List<Throwable> thrown = new ArrayList<>();
        RequestContext.create("t").run(() -> {
            try {
                dispatcher.invoke(request, response);
            } catch (final Throwable e) {
                thrown.add(e);
            } finally {
                while (ResteasyContext.getContextDataLevelCount() > 0) {
                    ResteasyContext.removeContextDataLevel();
                }
            }
        });
        synchronized (LaterResults.WRITING) {
            return thrown.isEmpty()
                    ? response.answer(providers, sent.isHead())
                    : ComparedAnswer.of(THROWN, Map.of(), thrown.get(0).toString(), false);
        }
    }

    private static final class Suspension extends SynchronousExecutionContext {

        Suspension(final SynchronousDispatcher dispatcher, final HttpRequest request, final HttpResponse response) {
            super(dispatcher, request, response);
        }

        @Override
        public ResteasyAsynchronousResponse suspend(final long time, final TimeUnit unit) {
            wasSuspended = true;
            final SynchronousAsynchronousResponse made = new Resumed();
            made.setTimeout(time, unit);
            asynchronousResponse = made;
            return made;
        }

        private final class Resumed extends SynchronousAsynchronousResponse {

            Resumed() {
                super(Suspension.this.dispatcher, Suspension.this.request, Suspension.this.response);
            }

            @Override
            public boolean resume(final Object entity) {
                synchronized (LaterResults.WRITING) {
                    return super.resume(entity);
                }
            }

            @Override
            public boolean resume(final Throwable failure) {
                synchronized (LaterResults.WRITING) {
                    return super.resume(failure);
                }
            }
        }
    }

    private static final class Received extends MockHttpRequest {

        Received(final ComparedRequest sent) {
            final CaseInsensitiveMap<String> headers = new CaseInsensitiveMap<>();
            headers.add("Host", ComparedRequest.HOST);
            headers.add("X-Request-Id", "t");
            for (final String line : sent.headers()) {
                final int colon = line.indexOf(':');
                headers.add(line.substring(0, colon), line.substring(colon + 1).strip());
            }
            final byte[] body = sent.bytes();
            if (body.length > 0) {
                headers.add(HttpHeaders.CONTENT_LENGTH, Integer.toString(body.length));
            }
            final Map<String, Cookie> cookies = new HashMap<>();
            headers.getOrDefault(HttpHeaders.COOKIE, List.of())
                    .forEach(line ->
                            CookieParser.parseCookies(line).forEach(cookie -> cookies.put(cookie.getName(), cookie)));
            final ResteasyHttpHeaders all = new ResteasyHttpHeaders(headers, cookies);
            all.testParsing();
            httpHeaders = all;
            httpMethod = sent.method();
            inputStream = new ByteArrayInputStream(body);
            final String target = sent.normalized();
            uri = new ResteasyUriInfo(target.startsWith("/") ? "http://" + ComparedRequest.HOST + target : target, "");
            setAttribute(
                    Errors.SENT_PATH,
                    target.startsWith("/")
                            ? sent.sentPath()
                            : uri.getRequestUri().getRawPath());
        }
    }

    private static final class Written extends MockHttpResponse {

        private final ByteArrayOutputStream written = new ByteArrayOutputStream();
        private OutputStream stream = new Collecting();

        Written() {
            status = 200;
        }

        private final class Collecting extends AsyncOutputStream {

            @Override
            public void write(final int octet) {
                written.write(octet);
            }

            @Override
            public void write(final byte[] bytes, final int offset, final int length) {
                written.write(bytes, offset, length);
            }

            @Override
            public CompletionStage<Void> asyncWrite(final byte[] bytes, final int offset, final int length) {
                write(bytes, offset, length);
                return CompletableFuture.completedFuture(null);
            }

            @Override
            public CompletionStage<Void> asyncFlush() {
                return CompletableFuture.completedFuture(null);
            }
        }

        @Override
        public OutputStream getOutputStream() {
            return stream;
        }

        @Override
        public void setOutputStream(final OutputStream changed) {
            stream = changed;
        }

        @Override
        public void addNewCookie(final NewCookie cookie) {
            outputHeaders.add(HttpHeaders.SET_COOKIE, cookie);
        }

        @Override
        public boolean isCommitted() {
            return false;
        }

        @Override
        public void reset() {
            written.reset();
            stream = new Collecting();
            outputHeaders.clear();
            status = 200;
        }

        ComparedAnswer answer(final ResteasyProviderFactory providers, final boolean isHead) {
            if (isErrorSent()) {
                return ComparedAnswer.of(THROWN, Map.of(), "an error was sent", false);
            }
            final Map<String, List<String>> headers = new HashMap<>();
            outputHeaders.forEach((name, values) -> headers.put(
                    name,
                    values.stream()
                            .map(value -> value instanceof String text ? text : providers.toHeaderString(value))
                            .toList()));
            return ComparedAnswer.of(status, headers, written.toString(StandardCharsets.ISO_8859_1), isHead);
        }
    }
}
