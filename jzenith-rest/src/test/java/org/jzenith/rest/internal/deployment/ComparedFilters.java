package org.jzenith.rest.internal.deployment;

import jakarta.annotation.Priority;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.NameBinding;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.container.DynamicFeature;
import jakarta.ws.rs.container.PreMatching;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.FeatureContext;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.ReaderInterceptor;
import jakarta.ws.rs.ext.ReaderInterceptorContext;
import jakarta.ws.rs.ext.WriterInterceptor;
import jakarta.ws.rs.ext.WriterInterceptorContext;
import java.io.ByteArrayInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.lang.annotation.Annotation;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import org.jzenith.rest.internal.deployment.ComparedResources.Lost;
import org.jzenith.rest.internal.deployment.ComparedResources.Person;
import org.jzenith.rest.internal.deployment.ComparedResources.Serious;
import org.jzenith.rest.internal.deployment.ComparedResources.Special;

/** Filters and interceptors that do what a header of the request says. */
final class ComparedFilters {

    static final List<Class<?>> RESOURCES = List.of(Bound.class, Dynamic.class, MapperFailures.class);

    private ComparedFilters() {}

    /** Returns the filters for methods that name them. */
    static List<Object> ofMethods() {
        return List.of(new NamedFilter(), new Configured(), new FailingMapper(), new NullMapper());
    }

    /** Returns the filters for all requests. */
    static List<Object> ofAll() {
        return List.of(
                new BeforeMatching(),
                new RequestFilter(),
                new ResponseFilter(),
                new LastResponseFilter(),
                new Reading(),
                new Writing());
    }

    private static void fail(final String how) throws IOException {
        switch (how) {
            case "lost" -> throw new Lost();
            case "special" -> throw new Special();
            case "io" -> throw new IOException("secret");
            case "error" -> throw new Serious();
            default -> {
                // as it is
            }
        }
    }

    private static String value(final ContainerRequestContext request, final String header) {
        final String value = request.getHeaderString(header);
        return value == null ? "" : value;
    }

    @PreMatching
    static final class BeforeMatching implements ContainerRequestFilter {
        @Override
        public void filter(final ContainerRequestContext request) throws IOException {
            final String what = value(request, "X-Before");
            fail(what);
            if (what.startsWith("/")) {
                request.setRequestUri(URI.create(what));
            } else if (what.startsWith("http:")) {
                request.setRequestUri(URI.create("http://b/"), URI.create(what));
            } else if (what.startsWith("method ")) {
                request.setMethod(what.substring(7));
            } else if (what.startsWith("accept ")) {
                request.getHeaders().putSingle("Accept", what.substring(7));
            } else if (what.startsWith("type ")) {
                request.getHeaders().putSingle("Content-Type", what.substring(5));
            } else if (what.startsWith("body ")) {
                request.setEntityStream(
                        new ByteArrayInputStream(what.substring(5).getBytes(StandardCharsets.ISO_8859_1)));
            } else if (what.startsWith("abort")) {
                request.abortWith(response(what));
            } else if (what.equals("property")) {
                request.setProperty("property", "before");
            } else if (what.equals("read")) {
                final byte[] body = request.getEntityStream().readAllBytes();
                request.setProperty("property", body.length + "" + request.hasEntity());
                request.setEntityStream(new ByteArrayInputStream(body));
            } else if (what.equals("cookie")) {
                request.getHeaders().add("Cookie", "a=changed");
            }
        }
    }

    private static Response response(final String what) {
        return switch (what) {
            case "abort json" ->
                Response.status(203)
                        .entity(new Person("aborted", 1))
                        .type("application/json")
                        .build();
            case "abort empty" ->
                Response.noContent().header("X-Aborted", "yes").build();
            case "abort untyped" -> Response.ok("aborted").build();
            case "abort error" -> Response.status(401).build();
            default -> Response.status(403).entity("aborted").type("text/plain").build();
        };
    }

    @Priority(2000)
    static final class RequestFilter implements ContainerRequestFilter {

        @Context
        private UriInfo uri;

        @Context
        private ResourceInfo info;

        @Override
        public void filter(final ContainerRequestContext request) throws IOException {
            final String what = value(request, "X-Request");
            fail(what);
            if (what.startsWith("abort")) {
                request.abortWith(response(what));
            } else if (what.startsWith("accept ")) {
                request.getHeaders().putSingle("Accept", what.substring(7));
            } else if (what.startsWith("header ")) {
                request.getHeaders().putSingle("X-Text", what.substring(7));
            } else if (what.startsWith("body ")) {
                request.setEntityStream(
                        new ByteArrayInputStream(what.substring(5).getBytes(StandardCharsets.ISO_8859_1)));
            } else if (what.equals("see")) {
                request.setProperty(
                        "property",
                        new TreeMap<>(uri.getPathParameters())
                                + uri.getMatchedURIs().toString()
                                + info.getResourceMethod().getName()
                                + request.getMethod()
                                + request.getMediaType()
                                + request.getAcceptableMediaTypes()
                                + request.hasEntity()
                                + uri.getMatchedResources().size());
            } else if (what.equals("uri")) {
                request.setRequestUri(URI.create("/other"));
            }
        }
    }

    static final class ResponseFilter implements ContainerResponseFilter {
        @Override
        public void filter(final ContainerRequestContext request, final ContainerResponseContext response)
                throws IOException {
            final String what = value(request, "X-Response");
            final Object property = request.getProperty("property");
            if (property != null) {
                response.getHeaders().putSingle("X-Property", property);
            }
            fail(what);
            switch (what) {
                case "header" -> {
                    response.getHeaders().add("X-Added", "1");
                    response.getHeaders().add("X-Added", 2);
                    response.getHeaders().putSingle("Content-Language", "de");
                }
                case "entity" -> response.setEntity("replaced");
                case "json" ->
                    response.setEntity(new Person("replaced", 2), new Annotation[0], MediaType.APPLICATION_JSON_TYPE);
                case "null" -> response.setEntity(null);
                case "status" -> response.setStatus(222);
                case "type" -> response.getHeaders().putSingle(HttpHeaders.CONTENT_TYPE, "text/html");
                case "typeless" -> response.getHeaders().remove(HttpHeaders.CONTENT_TYPE);
                case "see" ->
                    response.getHeaders()
                            .putSingle(
                                    "X-Seen",
                                    response.getStatus() + "," + response.getMediaType() + "," + response.hasEntity()
                                            + ","
                                            + (response.getEntityClass() == null
                                                    ? null
                                                    : response.getEntityClass().getSimpleName())
                                            + "," + response.getEntityType() + ","
                                            + Arrays.toString(response.getEntityAnnotations()) + ","
                                            + request.getMethod() + ","
                                            + request.getUriInfo().getPath() + ","
                                            + request.getUriInfo().getMatchedURIs());
                case "stream" -> {
                    if (response.hasEntity()) {
                        response.setEntityStream(new Upper(response.getEntityStream()));
                    }
                }
                default -> {
                    // as it is
                }
            }
        }
    }

    /** A filter with a higher priority, called before the other one. */
    @Priority(9000)
    static final class LastResponseFilter implements ContainerResponseFilter {
        @Override
        public void filter(final ContainerRequestContext request, final ContainerResponseContext response) {
            response.getHeaders().add("X-Filters", "first");
            if (value(request, "X-Response").equals("abort")) {
                try {
                    request.abortWith(Response.ok().build());
                } catch (final IllegalStateException e) {
                    response.getHeaders().add("X-Filters", "too late");
                }
            }
        }
    }

    private static final class Upper extends FilterOutputStream {

        Upper(final java.io.OutputStream out) {
            super(out);
        }

        @Override
        public void write(final int octet) throws IOException {
            out.write(Character.toUpperCase(octet));
        }
    }

    static final class Reading implements ReaderInterceptor {

        @Context
        private HttpHeaders headers;

        @Override
        public Object aroundReadFrom(final ReaderInterceptorContext context) throws IOException {
            final String what = context.getHeaders().getFirst("X-Read") + "";
            fail(what);
            if (what.startsWith("body ")) {
                context.setInputStream(
                        new ByteArrayInputStream(what.substring(5).getBytes(StandardCharsets.ISO_8859_1)));
            }
            if (what.equals("type")) {
                context.setMediaType(MediaType.APPLICATION_JSON_TYPE);
            }
            final Object read = context.proceed();
            return what.equals("text") && read instanceof String text ? text + "!" : read;
        }
    }

    static final class Writing implements WriterInterceptor {

        @Context
        private HttpHeaders headers;

        @Override
        public void aroundWriteTo(final WriterInterceptorContext context) throws IOException {
            final String what = headers.getHeaderString("X-Write") + "";
            fail(what);
            switch (what) {
                case "upper" -> context.setOutputStream(new Upper(context.getOutputStream()));
                case "header" -> context.getHeaders().add("X-Written", context.getMediaType());
                case "entity" -> {
                    if (context.getEntity() instanceof String text) {
                        context.setEntity(text + "!");
                    }
                }
                case "type" -> context.setMediaType(MediaType.APPLICATION_JSON_TYPE);
                default -> {
                    // as it is
                }
            }
            if (what.equals("nothing")) {
                context.getOutputStream().flush();
                return;
            }
            context.proceed();
            if (what.equals("after")) {
                throw new Special();
            }
        }
    }

    @NameBinding
    @Retention(RetentionPolicy.RUNTIME)
    public @interface Named {}

    @Named
    @Priority(1000)
    static final class NamedFilter
            implements ContainerRequestFilter, ContainerResponseFilter, ReaderInterceptor, WriterInterceptor {

        @Override
        public void filter(final ContainerRequestContext request) throws IOException {
            final String what = value(request, "X-Named");
            fail(what);
            if (what.startsWith("abort")) {
                request.abortWith(response(what));
            }
        }

        @Override
        public void filter(final ContainerRequestContext request, final ContainerResponseContext response) {
            response.getHeaders().putSingle("X-Named", "seen " + response.getStatus());
            if (value(request, "X-Named").equals("entity")) {
                response.setEntity(response.getEntity() + "?");
            }
        }

        @Override
        public Object aroundReadFrom(final ReaderInterceptorContext context) throws IOException {
            return "read " + context.proceed();
        }

        @Override
        public void aroundWriteTo(final WriterInterceptorContext context) throws IOException {
            context.getHeaders().add("X-Named", "written");
            context.proceed();
        }
    }

    static final class Configured implements DynamicFeature {
        @Override
        public void configure(final ResourceInfo info, final FeatureContext context) {
            if (info.getResourceClass() == Dynamic.class
                    && info.getResourceMethod().getName().equals("filtered")) {
                context.register((ContainerResponseFilter)
                        (request, response) -> response.getHeaders().add("X-Dynamic", response.getStatus()));
                context.register((ContainerRequestFilter) request -> {
                    final String what = value(request, "X-Named");
                    fail(what);
                    if (what.startsWith("abort")) {
                        request.abortWith(response(what));
                    }
                });
                context.property("dynamic", true);
            }
        }
    }

    @Path("bound")
    @Produces("text/plain")
    public static final class Bound {

        @GET
        @Path("free/{x}")
        public String free(@PathParam("x") final String x) {
            return "free " + x;
        }

        @GET
        @Path("named/{x}")
        @Named
        public String named(@PathParam("x") final String x) {
            return "named " + x;
        }

        @POST
        @Path("named/{x}")
        @Named
        public String posted(@PathParam("x") final String x, final String body) {
            return x + body;
        }
    }

    @Path("dynamic/{x}")
    @Produces("text/plain")
    public static final class Dynamic {

        @GET
        public String filtered(
                @PathParam("x") final String x, @Context final jakarta.ws.rs.core.Configuration configuration) {
            return "filtered " + x + configuration.getProperty("dynamic");
        }

        @GET
        @Path("free")
        public String free(
                @PathParam("x") final String x, @Context final jakarta.ws.rs.core.Configuration configuration) {
            return "free " + x + configuration.getProperty("dynamic");
        }
    }

    static final class Unmapped extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    static final class MappedToNull extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    static final class FailingMapper implements ExceptionMapper<Unmapped> {
        @Override
        public Response toResponse(final Unmapped error) {
            throw new IllegalStateException("secret");
        }
    }

    static final class NullMapper implements ExceptionMapper<MappedToNull> {
        @Override
        public Response toResponse(final MappedToNull error) {
            return null;
        }
    }

    @Path("mappers")
    @Produces("text/plain")
    public static final class MapperFailures {

        @GET
        @Path("fails")
        public String fails() {
            throw new Unmapped();
        }

        @GET
        @Path("null")
        public String toNull() {
            throw new MappedToNull();
        }

        @GET
        @Path("cause")
        public String cause() {
            throw new IllegalStateException(new Special());
        }

        @GET
        @Path("processing")
        public String processing() {
            throw new jakarta.ws.rs.ProcessingException(new Lost());
        }

        @GET
        @Path("redirect")
        public String redirect() {
            throw new jakarta.ws.rs.RedirectionException(Response.Status.FOUND, URI.create("elsewhere"));
        }

        @GET
        @Path("unauthorized")
        public String unauthorized() {
            throw new jakarta.ws.rs.NotAuthorizedException("Basic", "Digest");
        }
    }
}
