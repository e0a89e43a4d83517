package org.jzenith.rest.internal.entity;

import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Form;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.nio.charset.Charset;
import org.jboss.resteasy.plugins.providers.JaxrsFormProvider;
import org.jboss.resteasy.plugins.providers.ServerFormUrlEncodedProvider;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.problem.Problem;
import org.jzenith.rest.error.ProblemException;

/**
 * A body of the type {@code application/x-www-form-urlencoded} that is refused while it is read if it has too many fields.
 * RESTEasy makes several objects of each field, which take fifty times the bytes of a short one.
 */
public final class FormFieldLimit extends FilterInputStream {

    private static final int TOO_LARGE = 413;

    private static final String SEPARATOR = "&";

    private final int maxFields;
    private final byte separator;
    private int fields = 1;

    /**
     * Counts what is read.
     *
     * @param body the form
     * @param type the type of the body, with its charset
     * @param maxFields the most fields
     */
    public FormFieldLimit(final InputStream body, final @Nullable MediaType type, final int maxFields) {
        super(body);
        this.maxFields = maxFields;
        final Charset charset = Utf8Body.declared(type);
        this.separator = charset == null || !charset.canEncode() ? (byte) '&' : separator(charset);
    }

    /** The byte of a separator that is not zero. In a charset of several bytes, other characters may have it and count, too. */
    private static byte separator(final Charset charset) {
        byte found = 0;
        for (final byte each : SEPARATOR.getBytes(charset)) {
            found = each == 0 ? found : each;
        }
        return found;
    }

    @Override
    public int read() throws IOException {
        final int next = super.read();
        if (next >= 0) {
            count((byte) next);
        }
        return next;
    }

    @Override
    public int read(final byte[] target, final int offset, final int length) throws IOException {
        final int read = super.read(target, offset, length);
        for (int at = offset; at < offset + read; at++) {
            count(target[at]);
        }
        return read;
    }

    private void count(final byte next) {
        if (next == separator && ++fields > maxFields) {
            throw new ProblemException(Problem.of(TOO_LARGE)
                    .withDetail("The form has more than " + maxFields + " fields.")
                    .withMember("limit", "max-form-fields"));
        }
    }

    /** Reads and writes the fields of a form. */
    @Consumes(MediaType.APPLICATION_FORM_URLENCODED)
    @Produces(MediaType.APPLICATION_FORM_URLENCODED)
    @SuppressWarnings("rawtypes") // as RESTEasy has it
    public static final class OfMap extends ServerFormUrlEncodedProvider {

        private final int maxFields;

        public OfMap(final int maxFields) {
            super(false);
            this.maxFields = maxFields;
        }

        @Override
        public MultivaluedMap readFrom(
                final Class<MultivaluedMap> type,
                final Type genericType,
                final Annotation[] annotations,
                final MediaType mediaType,
                final MultivaluedMap<String, String> headers,
                final InputStream body)
                throws IOException {
            return super.readFrom(
                    type, genericType, annotations, mediaType, headers, new FormFieldLimit(body, mediaType, maxFields));
        }
    }

    /** Reads and writes a {@link Form}. */
    @Consumes(MediaType.APPLICATION_FORM_URLENCODED)
    @Produces(MediaType.APPLICATION_FORM_URLENCODED)
    public static final class OfForm extends JaxrsFormProvider {

        private final int maxFields;

        public OfForm(final int maxFields) {
            this.maxFields = maxFields;
        }

        @Override
        public Form readFrom(
                final Class<Form> type,
                final Type genericType,
                final Annotation[] annotations,
                final MediaType mediaType,
                final MultivaluedMap<String, String> headers,
                final InputStream body)
                throws IOException {
            return super.readFrom(
                    type, genericType, annotations, mediaType, headers, new FormFieldLimit(body, mediaType, maxFields));
        }
    }
}
