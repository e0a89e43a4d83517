package org.jzenith.restclient.internal.method;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.reactivex.Flowable;
import io.vertx.core.buffer.Buffer;
import jakarta.inject.Provider;
import jakarta.ws.rs.core.EntityPart;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.jzenith.restclient.internal.call.CallRequest;
import org.jzenith.restclient.internal.call.HeaderRules;
import org.jzenith.restclient.response.UnsendableValueException;

/** The parts of a request while the arguments of a call are encoded. */
final class RequestBuilder {

    /** A value of a path parameter. */
    record PathValue(String text, boolean encoded) {}

    private final Map<String, PathValue> pathValues = new HashMap<>(4);
    private final List<String> headers = new ArrayList<>(4);
    private final StringBuilder query = new StringBuilder();
    private final StringBuilder matrix = new StringBuilder();
    private @Nullable StringBuilder cookies;
    private @Nullable StringBuilder form;
    private @Nullable List<EntityPart> parts;
    private @Nullable Buffer body;
    private @Nullable Flowable<Buffer> stream;
    private @Nullable String bodyType;

    void path(final String name, final String value, final boolean encoded) {
        pathValues.put(name, new PathValue(value, encoded));
    }

    void query(final String name, final String value, final boolean encoded) {
        if (query.length() > 0) {
            query.append('&');
        }
        UriText.QUERY.append(query, name, false);
        query.append('=');
        UriText.QUERY.append(query, value, encoded);
    }

    void matrix(final String name, final String value, final boolean encoded) {
        matrix.append(';');
        UriText.MATRIX.append(matrix, name, false);
        matrix.append('=');
        UriText.MATRIX.append(matrix, value, encoded);
    }

    void header(final String name, final String value) {
        HeaderRules.checkValue(name, value);
        headers.add(name);
        headers.add(value);
    }

    void cookie(final String name, final String value) {
        if (value.chars().anyMatch(c -> c <= ' ' || c == ';' || c == ',' || c == '"' || c == '\\' || c > '~')) {
            throw new UnsendableValueException("The value of the cookie '" + name
                    + "' has characters that a cookie cannot contain. Encode it, for example by percent-encoding.");
        }
        cookies = cookies == null ? new StringBuilder() : cookies.append("; ");
        cookies.append(name).append('=').append(value);
    }

    void form(final String name, final String value, final boolean encoded) {
        form = form == null ? new StringBuilder() : form.length() > 0 ? form.append('&') : form;
        UriText.FORM.append(form, name, false);
        form.append('=');
        UriText.FORM.append(form, value, encoded);
    }

    /** Sends an empty form if there are no values. */
    void beginForm() {
        if (form == null) {
            form = new StringBuilder();
        }
    }

    /** Starts a multipart form, which may stay empty. */
    List<EntityPart> parts() {
        List<EntityPart> known = parts;
        if (known == null) {
            known = new ArrayList<>();
            parts = known;
        }
        return known;
    }

    void textPart(final String name, final String value) {
        try {
            parts().add(EntityPart.withName(name).content(value).build());
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void body(final Buffer content, final String type) {
        body = content;
        bodyType = type;
    }

    void stream(final Flowable<Buffer> pieces, final String type) {
        stream = pieces;
        bodyType = type;
    }

    String uri(final MethodPath template) {
        final StringBuilder uri = new StringBuilder(64);
        template.append(uri, pathValues);
        uri.append(matrix);
        if (query.length() > 0) {
            uri.append('?').append(query);
        }
        return uri.toString();
    }

    /**
     * Adds the headers and the body to a call.
     *
     * @param mapper asked for a form with parts
     */
    void addTo(final CallRequest call, final Provider<ObjectMapper> mapper) {
        for (int i = 0; i < headers.size(); i += 2) {
            call.addHeader(headers.get(i), headers.get(i + 1));
        }
        if (cookies != null) {
            call.addHeader("Cookie", cookies.toString());
        }
        if (parts != null) {
            new MultipartBody(parts, mapper.get()).addTo(call);
            return;
        }
        if (form != null) {
            body(Buffer.buffer(form.toString()), "application/x-www-form-urlencoded");
        }
        if (bodyType != null) {
            call.addHeader("Content-Type", bodyType);
        }
        if (body != null) {
            call.setBody(body);
        } else if (stream != null) {
            call.setStream(stream);
        }
    }
}
