package org.jzenith.rest.internal.write;

import jakarta.ws.rs.InternalServerErrorException;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.ext.MessageBodyWriter;
import jakarta.ws.rs.ext.WriterInterceptor;
import jakarta.ws.rs.ext.WriterInterceptorContext;
import java.io.IOException;
import java.lang.annotation.Annotation;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.jboss.resteasy.core.NoMessageBodyWriterFoundFailure;
import org.jboss.resteasy.core.interception.jaxrs.ContainerResponseContextImpl;
import org.jboss.resteasy.core.interception.jaxrs.ResponseContainerRequestContext;
import org.jboss.resteasy.core.interception.jaxrs.ServerWriterInterceptorContext;
import org.jboss.resteasy.specimpl.BuiltResponse;
import org.jboss.resteasy.spi.AsyncOutputStream;
import org.jboss.resteasy.spi.ResteasyProviderFactory;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.file.FileResponse;
import org.jzenith.http.handler.Exchange;
import org.jzenith.rest.internal.entity.FileBody;
import org.jzenith.rest.internal.error.Errors;
import org.jzenith.rest.internal.error.Unwrapping;
import org.jzenith.rest.internal.pipeline.RestInvocation;
import org.jzenith.rest.internal.pipeline.RestMethod;
import org.jzenith.rest.internal.resteasy.MethodMetadata;
import org.jzenith.rest.internal.resteasy.RestResponse;
import org.jzenith.rest.internal.rx.StreamingBody;

/**
 * One response on its way through media type, response filters, writer interceptors and writer (Jakarta REST 3.1, 3.8
 * and 6.6). Filters, interceptors and writers may go on later; then the end is reported from their thread.
 */
public final class EntityWriting {

    private static final MediaType PROBLEM = MediaType.valueOf(Errors.MEDIA_TYPE);

    private static final Annotation[] NO_ANNOTATIONS = {};

    private final RestInvocation invocation;
    private final RestResponse target;
    private final ResteasyProviderFactory providers;
    private final @Nullable MethodMetadata method;
    private BuiltResponse response;
    private final @Nullable Representation representation;
    private final @Nullable Object value;
    private boolean writing = true;
    private boolean written;
    private @Nullable Throwable failure;

    /** The interceptors and the writer while they run; otherwise null. */
    private @Nullable WriterInterceptorContext interceptors;

    /**
     * @param invocation the invocation of the request
     * @param response the response to write
     * @param representation the entity's representation unless a filter changes it; null if unknown
     */
    private EntityWriting(
            final RestInvocation invocation,
            final BuiltResponse response,
            final @Nullable Representation representation) {
        final RestMethod known = invocation.method();
        this.invocation = invocation;
        this.target = invocation.response();
        this.providers = invocation.container().providers();
        this.method = known == null ? null : known.metadata();
        this.response = response;
        this.representation = representation;
        this.value = response.isClosed() ? null : response.getEntity();
        describeEntity();
    }

    /** Filters, interceptors and writers get types and annotations, also of entities that no method has returned. */
    private void describeEntity() {
        if (!response.isClosed() && response.getEntity() != null) {
            if (response.getGenericType() == null) {
                response.setGenericType(response.getEntityClass());
            }
            if (response.getAnnotations() == null) {
                response.setAnnotations(NO_ANNOTATIONS);
            }
        }
    }

    /**
     * Writes a response, now or later, and ends the invocation or lets it fail.
     *
     * @param invocation the invocation of the request
     * @param response the response to write
     * @param representation the entity's representation unless a filter changes it; null if unknown
     */
    public static void write(
            final RestInvocation invocation,
            final BuiltResponse response,
            final @Nullable Representation representation) {
        new EntityWriting(invocation, response, representation).write();
    }

    private void write() {
        try {
            begin(this::reportEnd);
        } catch (final Throwable e) {
            failure = e; // some failures are reported in both ways
        }
        writing = false;
        if (failure != null) {
            fail(failure);
        } else if (written) {
            invocation.send();
        }
    }

    /** Mappers may know the exception of the specification (4.2.2), but not RESTEasy's. */
    private void fail(final Throwable failed) {
        final Throwable error = Unwrapping.ofStage(failed);
        invocation.fail(
                error instanceof NoMessageBodyWriterFoundFailure
                        ? new InternalServerErrorException(error.getMessage(), error)
                        : error);
    }

    private void reportEnd(final @Nullable Throwable error) {
        if (invocation.exchange().isOnEventLoop()) {
            ended(error);
        } else {
            invocation.exchange().execute(() -> ended(error));
        }
    }

    private void ended(final @Nullable Throwable error) {
        if (writing) {
            written = error == null; // RESTEasy copies the headers of an empty response after this call
            failure = error;
        } else if (error != null) {
            fail(error);
        } else if (target.isEmpty()) {
            invocation.exchange().executeLater(invocation::send);
        } else {
            invocation.send();
        }
    }

    private void begin(final Consumer<@Nullable Throwable> end) throws IOException {
        if (representation == null) {
            setTypeOfFile();
            new ResponseType(response, invocation.request(), providers, method).set();
        } else {
            response.getHeaders().putSingle(HttpHeaders.CONTENT_TYPE, representation.mediaType());
        }
        if (value instanceof StreamingBody) {
            StreamingBody.addHeaders(invocation.data().subscriptions(), response.getMediaType(), response.getHeaders());
        }
        final ContainerResponseFilter[] filters = method == null
                ? providers.getContainerResponseFilterRegistry().postMatch(null, null)
                : method.getResponseFilters();
        if (filters.length == 0) {
            writeEntity(end);
            return;
        }
        new ContainerResponseContextImpl(
                        invocation.request(),
                        target,
                        response,
                        new ResponseContainerRequestContext(invocation.request()),
                        filters,
                        end,
                        this::writeEntity)
                .filter();
    }

    /**
     * Sets the media type of a file by its name, whatever the client accepts. If the name is inconclusive, and the
     * client names types and does not accept bytes of an unknown type, the type is negotiated as for other values.
     */
    private void setTypeOfFile() {
        final Path file = FileBody.fileOf(value);
        if (file == null
                || response.getMediaType() != null
                || invocation
                        .container()
                        .ownWriters()
                        .mayTake(response.getEntity().getClass(), MediaType.WILDCARD_TYPE)) {
            return;
        }
        final MediaType type = FileBody.typeOf(file, method == null ? new MediaType[0] : method.getProduces());
        if (type != null && (!type.equals(MediaType.APPLICATION_OCTET_STREAM_TYPE) || !isOtherWanted(type))) {
            response.getHeaders().putSingle(HttpHeaders.CONTENT_TYPE, type);
        }
    }

    private boolean isOtherWanted(final MediaType type) {
        final List<MediaType> accepted = invocation.headers().getAcceptableMediaTypes();
        return accepted.stream().noneMatch(type::isCompatible)
                && accepted.stream().anyMatch(each -> !each.isWildcardSubtype());
    }

    @SuppressWarnings("ReferenceEquality") // what is the same object is surely unchanged
    private void writeEntity(final Consumer<@Nullable Throwable> end) throws IOException {
        final Object given = response.isClosed() ? null : response.getEntity();
        if (given != value) {
            response = ResultResponse.built(invocation.request(), response); // a filter may have given a source
        }
        describeEntity();
        final Object entity = response.isClosed() ? null : response.getEntity();
        target.setStatus(response.getStatus());
        if (entity == null || target.getOutputStream() == null) {
            target.commitHeaders(response);
            end.accept(target.endWriting(response, target.getOutputStream(), null));
        } else if (representation == null || !isUnchanged(entity)) {
            writeByWriter(entity, end);
        } else if (representation.encoder() == null) {
            writeStream(entity, representation, end);
        } else {
            target.commitHeaders(response);
            target.setContent(representation.encoder().encode(entity));
            end.accept(null);
        }
    }

    /** Writes a stream directly: RESTEasy would look up its writer for each request. */
    @SuppressWarnings("FutureReturnValueIgnored") // the callback handles the error
    private void writeStream(final Object stream, final Representation known, final Consumer<@Nullable Throwable> end) {
        target.setHead(response);
        ((StreamingBody) stream)
                .write(
                        invocation.data().subscriptions(),
                        providers,
                        known.type(),
                        known.annotations(),
                        known.mediaType(),
                        (AsyncOutputStream) target.getOutputStream())
                .whenComplete((done, error) -> end.accept(error));
    }

    @SuppressWarnings("ReferenceEquality") // what is the same object is surely unchanged
    private boolean isUnchanged(final Object entity) {
        return entity == value
                && representation != null
                && response.getHeaders().getFirst(HttpHeaders.CONTENT_TYPE) == representation.mediaType()
                && target.hasOwnStream();
    }

    private void writeByWriter(final Object entity, final Consumer<@Nullable Throwable> end) throws IOException {
        if (response.getMediaType() == null) {
            new ResponseType(response, invocation.request(), providers, method).set();
        }
        final MediaType type = response.getMediaType();
        final WriterInterceptor[] all = method == null
                ? providers.getServerWriterInterceptorRegistry().postMatch(null, null)
                : method.getWriterInterceptors();
        if (all.length == 0
                && entity instanceof final byte[] problem
                && type.equals(PROBLEM)
                && target.hasOwnStream()) {
            target.commitHeaders(response); // a writer of the application, which may take any bytes, writes no problems
            target.setContent(Encoders.wrap(problem));
            end.accept(null);
            return;
        }
        @SuppressWarnings("unchecked")
        final MessageBodyWriter<?> writer = providers.getMessageBodyWriter(
                response.getEntityClass(), response.getGenericType(), response.getAnnotations(), type);
        if (writer == null) {
            end.accept(new NoMessageBodyWriterFoundFailure(response.getEntityClass(), type));
            return;
        }
        final Path file = writer instanceof FileBody ? FileBody.fileOf(entity) : null;
        if (file != null && all.length == 0 && target.hasOwnStream()) {
            sendFile(file, end);
        } else if (file != null || WriteOnWorker.mayBlock(entity, writer)) {
            WriteOnWorker.begin(invocation, entity, done -> runInterceptors(entity, type, all, done), end);
        } else {
            runInterceptors(entity, type, all, end);
        }
    }

    /** Runs the interceptors, the last of which calls the writer. */
    private void runInterceptors(
            final Object entity,
            final MediaType type,
            final WriterInterceptor[] all,
            final Consumer<@Nullable Throwable> end)
            throws IOException {
        target.setHead(response);
        final ServerWriterInterceptorContext context = new ServerWriterInterceptorContext(
                all,
                providers,
                entity,
                response.getEntityClass(),
                response.getGenericType(),
                response.getAnnotations(),
                type,
                response.getMetadata(),
                target.getOutputStream(),
                invocation.request(),
                error -> end.accept(endWriting(error)));
        interceptors = context;
        try {
            context.getStarted().toCompletableFuture().getNow(null);
        } catch (final Throwable e) {
            endWriting(e); // some are reported in this way only
            throw e;
        }
    }

    /** Once: RESTEasy reports some failures in two ways. */
    private @Nullable Throwable endWriting(final @Nullable Throwable error) {
        final WriterInterceptorContext ended = interceptors;
        interceptors = null;
        return ended == null ? error : target.endWriting(response, ended.getOutputStream(), error);
    }

    /** The exchange sends the file and ends the request. */
    @SuppressWarnings("FutureReturnValueIgnored") // errors are reported
    private void sendFile(final Path file, final Consumer<@Nullable Throwable> end) {
        final Exchange exchange = invocation.exchange();
        FileResponse.open(exchange, file).whenComplete((content, error) -> {
            if (error != null) {
                end.accept(error instanceof NoSuchFileException ? new NotFoundException() : error);
                return;
            }
            target.commitHeaders(response);
            FileResponse.send(exchange, target, content, FileBody.nameOf(file));
            invocation.sent();
        });
    }
}
