package org.jzenith.rest.internal.resteasy;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.container.DynamicFeature;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.WriterInterceptor;
import jakarta.ws.rs.ext.WriterInterceptorContext;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jboss.resteasy.core.CompletionStageHolder;
import org.jboss.resteasy.core.ExceptionHandler;
import org.jboss.resteasy.core.QueryParamInjector;
import org.jboss.resteasy.core.ServerResponseWriter;
import org.jboss.resteasy.core.interception.jaxrs.ContainerResponseContextImpl;
import org.jboss.resteasy.core.interception.jaxrs.PostMatchContainerRequestContext;
import org.jboss.resteasy.core.interception.jaxrs.ResponseContainerRequestContext;
import org.jboss.resteasy.core.registry.SegmentNode;
import org.jboss.resteasy.mock.MockHttpRequest;
import org.jboss.resteasy.mock.MockHttpResponse;
import org.jboss.resteasy.specimpl.BuiltResponse;
import org.jboss.resteasy.spi.ResteasyProviderFactory;
import org.jboss.resteasy.spi.metadata.ResourceBuilder;
import org.jboss.resteasy.spi.metadata.ResourceMethod;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** RESTEasy's internals that this package relies on. docs/internals.md lists them. */
final class InnerTypesTest {

    private static final String METHOD =
            "RESTEasy has changed: a ResourceMethodInvoker must know the filters, interceptors"
                    + " and media types of its method, with what dynamic features have added; the steps are made of them";
    private static final String FILTERS =
            "RESTEasy has changed: a context of request filters must return the response of a filter that aborts, and must"
                    + " otherwise call its continuation when the last filter has let the request pass";

    private final ResteasyProviderFactory providers = ResteasyProviderFactory.newInstance();

    @Path("/t")
    private static final class Texts {

        @GET
        @Produces({"text/plain", "text/csv"})
        public String text(@QueryParam("n") final List<Integer> numbers) {
            return String.valueOf(numbers);
        }
    }

    private static final class Both implements ContainerRequestFilter, ContainerResponseFilter, WriterInterceptor {

        private final boolean aborts;

        Both(final boolean aborts) {
            this.aborts = aborts;
        }

        @Override
        public void filter(final ContainerRequestContext request) {
            if (aborts) {
                request.abortWith(Response.status(418).build());
            }
        }

        @Override
        public void filter(final ContainerRequestContext request, final ContainerResponseContext response) {
            response.getHeaders().add("Seen", "yes");
        }

        @Override
        public void aroundWriteTo(final WriterInterceptorContext context) throws IOException {
            context.proceed();
        }
    }

    private MethodMetadata invoker() {
        final ResourceMethod method = new ResourceBuilder()
                .getRootResourceFromAnnotations(Texts.class)
                .getResourceMethods()[0];
        return new MethodMetadata(method, providers);
    }

    private static MockHttpRequest request(final String accept) throws Exception {
        return MockHttpRequest.get("/t?n=1&n=2").header("Accept", accept);
    }

    @Test
    void aMethodKnowsWhatIsAroundIt() {
        final DynamicFeature feature = (method, context) -> context.register(new Both(false));
        providers.register(feature);
        final MethodMetadata invoker = invoker();
        assertThat(invoker.getRequestFilters()).as(METHOD).anyMatch(Both.class::isInstance);
        assertThat(invoker.getResponseFilters()).as(METHOD).anyMatch(Both.class::isInstance);
        assertThat(invoker.getWriterInterceptors()).as(METHOD).anyMatch(Both.class::isInstance);
        assertThat(invoker.getProduces())
                .as(METHOD)
                .containsExactly(MediaType.TEXT_PLAIN_TYPE, MediaType.valueOf("text/csv"));
        assertThat(invoker.arguments()).as(METHOD).hasOnlyElementsOfType(QueryParamInjector.class);
    }

    @Test
    void anInjectorMakesValuesOfTexts() {
        final QueryParamInjector injector = (QueryParamInjector) invoker().arguments()[0];
        assertThat(injector.isCollectionOrArray()).isTrue();
        assertThat(injector.extractValues(List.of("1", "2")))
                .as("RESTEasy has changed: its injectors must make values of texts; arguments are read by them")
                .isEqualTo(List.of(1, 2));
        assertThat(CompletionStageHolder.resolve(new CompletionStageHolder(CompletableFuture.completedFuture(1))))
                .as("RESTEasy has changed: an argument that is a stage must be told from one that comes later")
                .isInstanceOf(CompletableFuture.class);
    }

    @Test
    void theMediaTypeIsThatWhichWasChosenForTheMethod() throws Exception {
        final MockHttpRequest request = request("text/csv");
        request.setAttribute(SegmentNode.RESTEASY_CHOSEN_ACCEPT, MediaType.valueOf("text/csv"));
        final BuiltResponse response = new BuiltResponse();
        response.setEntity("a,b");
        assertThat(ServerResponseWriter.getResponseMediaType(
                        response, request, new MockHttpResponse(), providers, invoker()))
                .as("RESTEasy has changed: the media type of a response must be that which was chosen with the method;"
                        + " it is asked once for each method, Accept and class")
                .isEqualTo(MediaType.valueOf("text/csv;charset=UTF-8"));
    }

    private @Nullable BuiltResponse filter(
            final MockHttpRequest request, final Both filter, final Supplier<@Nullable BuiltResponse> passed) {
        return new PostMatchContainerRequestContext(request, invoker(), new ContainerRequestFilter[] {filter}, passed)
                .filter();
    }

    @Test
    void requestFiltersAbortOrPass() throws Exception {
        final List<String> passed = new ArrayList<>();
        final Supplier<@Nullable BuiltResponse> go = () -> {
            passed.add("passed");
            return null;
        };
        final BuiltResponse aborted = filter(request("*/*"), new Both(true), go);
        assertThat(aborted == null ? 0 : aborted.getStatus()).as(FILTERS).isEqualTo(418);
        assertThat(passed).as(FILTERS).isEmpty();
        assertThat(filter(request("*/*"), new Both(false), go)).as(FILTERS).isNull();
        assertThat(passed).as(FILTERS).hasSize(1);
    }

    @Test
    void responseFiltersAreCalledBeforeTheContinuation() throws Exception {
        final MockHttpRequest request = request("*/*");
        final BuiltResponse response = new BuiltResponse();
        final List<@Nullable Object> order = new ArrayList<>();
        new ContainerResponseContextImpl(
                        request,
                        new MockHttpResponse(),
                        response,
                        new ResponseContainerRequestContext(request),
                        new ContainerResponseFilter[] {new Both(false)},
                        error -> order.add(error),
                        end -> {
                            order.add(response.getHeaders().getFirst("Seen"));
                            end.accept(null);
                        })
                .filter();
        assertThat(order)
                .as("RESTEasy has changed: response filters must be called, then the continuation, then the end")
                .containsExactly("yes", null);
    }

    @Test
    void theNearestMapperAnswers() throws Exception {
        providers.register(new Teapot());
        assertThat(new ExceptionHandler(providers, Set.of())
                        .handleException(request("*/*"), new NumberFormatException())
                        .getStatus())
                .as("RESTEasy has changed: it must answer an error by the mapper of the nearest class")
                .isEqualTo(418);
    }

    private static final class Teapot implements ExceptionMapper<IllegalArgumentException> {

        @Override
        public Response toResponse(final IllegalArgumentException error) {
            return Response.status(418).build();
        }
    }
}
