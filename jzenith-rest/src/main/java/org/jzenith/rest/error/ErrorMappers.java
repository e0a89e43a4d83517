package org.jzenith.rest.error;

import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Providers;
import java.util.List;
import org.jboss.resteasy.core.ResteasyContext;
import org.jboss.resteasy.spi.HttpRequest;
import org.jboss.resteasy.spi.ReaderException;
import org.jspecify.annotations.Nullable;

/** The mappers by which Jakarta REST asks for the {@link ErrorResponses}. */
final class ErrorMappers {

    private final ErrorResponses responses;
    private final Unwrapping unwrapping;
    private final Mapper mapper = new Mapper();

    ErrorMappers(final ErrorResponses responses, final Unwrapping unwrapping) {
        this.responses = responses;
        this.unwrapping = unwrapping;
    }

    /** Mappers that together handle every failure; they never throw. */
    List<ExceptionMapper<?>> all() {
        return List.of(mapper, new UnreadMapper(mapper));
    }

    /** Returns true if no mapper of the application handles errors of a type. */
    boolean areNearest(final Class<? extends Throwable> type, final Providers providers) {
        return providers.getExceptionMapper(type) == (ExceptionMapper<?>) mapper;
    }

    private Response currentResponse(final Throwable failure) {
        final HttpRequest request = ResteasyContext.getContextData(HttpRequest.class);
        return request == null
                ? responses.toResponse(failure, null, null)
                : responses.toResponse(
                        failure, request.getHttpMethod(), (String) request.getAttribute(Errors.SENT_PATH));
    }

    private final class Mapper implements ExceptionMapper<Throwable> {

        @Override
        public Response toResponse(final Throwable failure) {
            final Throwable error = unwrapping.unwrap(failure);
            final ExceptionMapper<Throwable> other = error == failure ? null : otherMapper(error);
            return other == null ? currentResponse(failure) : other.toResponse(error);
        }

        /** RESTEasy looked for a mapper of the wrapper; the application may have one of what is inside. */
        @SuppressWarnings("unchecked")
        private @Nullable ExceptionMapper<Throwable> otherMapper(final Throwable error) {
            final Providers providers = ResteasyContext.getContextData(Providers.class);
            final ExceptionMapper<?> found = providers == null ? null : providers.getExceptionMapper(error.getClass());
            return found == this ? null : (ExceptionMapper<Throwable>) found;
        }
    }

    /** RESTEasy would pass on the cause alone, which does not tell that the body of the client could not be read. */
    private static final class UnreadMapper implements ExceptionMapper<ReaderException> {

        private final Mapper mapper;

        UnreadMapper(final Mapper mapper) {
            this.mapper = mapper;
        }

        @Override
        public Response toResponse(final ReaderException failure) {
            return mapper.toResponse(failure);
        }
    }
}
