package org.jzenith.rest.internal.entity;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import jakarta.annotation.Priority;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.DynamicFeature;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.ext.ReaderInterceptor;
import jakarta.ws.rs.ext.ReaderInterceptorContext;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.stream.Stream;
import org.jboss.resteasy.plugins.interceptors.CacheControlFeature;
import org.jboss.resteasy.plugins.interceptors.GZIPDecodingInterceptor;
import org.jboss.resteasy.spi.ResteasyProviderFactory;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.body.BodyStream;
import org.jzenith.http.internal.request.HeaderList;
import org.jzenith.http.problem.Problem;
import org.jzenith.http.request.MalformedRequestException;
import org.jzenith.rest.error.ProblemException;
import org.jzenith.rest.internal.error.Errors;

/**
 * Encoded bodies (RFC 9110, 8.4). A body that the server decodes has lost its coding before it arrives here; a filter
 * or interceptor of the application may decode others.
 */
public final class ContentCodings {

    private static final int TOO_LARGE = 413;
    private static final int UNSUPPORTED = 415;
    private static final int BUFFER = 8192;

    private static final String IDENTITY = "identity";

    private ContentCodings() {}

    /**
     * Checks a body that nothing decodes.
     *
     * @param understood the codings that the server decodes
     * @throws MalformedRequestException with 415 if it is encoded
     */
    public static void check(final MultiMap headers, final String understood) {
        if (isEncoded(headers)) {
            throw MalformedRequestException.ofCoding(
                    refusal(headers.getAll(HttpHeaders.CONTENT_ENCODING), understood), understood);
        }
    }

    /** The value of {@code Accept-Encoding} in a refusal. */
    public static String understood(final List<String> decoded) {
        return decoded.isEmpty() ? IDENTITY : String.join(", ", decoded);
    }

    private static String refusal(final @Nullable List<String> codings, final String understood) {
        return "The Content-Encoding '" + ContentTypes.shown(codings == null ? null : String.join(", ", codings))
                + "' is not supported. Send the body uncompressed"
                + (understood.equals(IDENTITY) ? "." : ", or with one of: " + understood + ".");
    }

    public static boolean isEncoded(final MultiMap headers) {
        return headers.contains(HttpHeaders.CONTENT_ENCODING)
                && isEncoded(headers.getAll(HttpHeaders.CONTENT_ENCODING));
    }

    public static boolean isEncoded(final @Nullable List<String> codings) {
        return codings != null
                && HeaderList.elements(codings).stream().anyMatch(coding -> !coding.equalsIgnoreCase(IDENTITY));
    }

    /** Returns true if the application may decode bodies itself. */
    public static boolean mayDecode(final ResteasyProviderFactory factory) {
        return types(factory)
                .anyMatch(type -> ReaderInterceptor.class.isAssignableFrom(type)
                        || ContainerRequestFilter.class.isAssignableFrom(type)
                        || (DynamicFeature.class.isAssignableFrom(type) && type != CacheControlFeature.class));
    }

    private static Stream<Class<?>> types(final ResteasyProviderFactory factory) {
        return Stream.concat(
                factory.getProviderClasses().stream(),
                factory.getProviderInstances().stream().map(Object::getClass));
    }

    /**
     * Checks whether a form that cannot be decoded any more is still the body that the client sent.
     *
     * @throws jakarta.ws.rs.WebApplicationException with 415 if it is, and is encoded
     */
    public static void checkForm(
            final jakarta.ws.rs.core.HttpHeaders headers, final InputStream body, final String understood) {
        check(headers.getRequestHeaders(), body, understood);
    }

    public static void check(
            final MultivaluedMap<String, String> headers, final InputStream body, final String understood) {
        if (body instanceof BodyStream && isEncoded(headers.get(HttpHeaders.CONTENT_ENCODING.toString()))) {
            throw new ProblemException(Problem.of(UNSUPPORTED)
                    .withDetail(refusal(headers.get(HttpHeaders.CONTENT_ENCODING.toString()), understood))
                    .withHeader(HttpHeaders.ACCEPT_ENCODING.toString(), understood));
        }
    }

    /** Comes after all others, and looks whether the body is still the one that the client sent. */
    @Priority(Integer.MAX_VALUE)
    public static final class Check implements ReaderInterceptor {

        private final String understood;

        /** @param decoded the codings that the server itself decodes */
        public Check(final ResteasyProviderFactory factory, final List<String> decoded) {
            understood = decoded.isEmpty() && types(factory).anyMatch(GZIPDecodingInterceptor.class::isAssignableFrom)
                    ? "gzip"
                    : understood(decoded);
        }

        @Override
        public @Nullable Object aroundReadFrom(final ReaderInterceptorContext context) throws IOException {
            check(context.getHeaders(), context.getInputStream(), understood);
            if (isEncoded(context.getHeaders().get(HttpHeaders.CONTENT_ENCODING.toString()))) {
                context.setInputStream(new Decoded(context.getInputStream()));
            }
            return context.proceed();
        }
    }

    /** A body as the application decodes it: that it is damaged or becomes too large is the client's fault. */
    private static final class Decoded extends FilterInputStream {

        Decoded(final InputStream decoder) {
            super(decoder);
        }

        @Override
        public int read() throws IOException {
            final byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(final byte[] target, final int start, final int count) {
            try {
                return in.read(target, start, count);
            } catch (final WebApplicationException e) {
                throw e.getResponse().getStatus() == TOO_LARGE
                        ? Errors.exception(TOO_LARGE, "The decompressed body is too large.")
                        : e;
            } catch (final IOException e) {
                throw Errors.unreadable(e);
            }
        }

        @Override
        public long skip(final long count) throws IOException {
            return count <= 0 ? 0 : Math.max(0, read(new byte[(int) Math.min(count, BUFFER)]));
        }
    }
}
