package org.jzenith.rest.internal.argument;

import jakarta.ws.rs.CookieParam;
import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.MatrixParam;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.Cookie;
import jakarta.ws.rs.core.PathSegment;
import jakarta.ws.rs.core.UriInfo;
import java.lang.annotation.Annotation;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jboss.resteasy.core.StringParameterInjector;
import org.jboss.resteasy.spi.HttpRequest;
import org.jboss.resteasy.spi.ResteasyProviderFactory;
import org.jboss.resteasy.spi.metadata.Parameter;
import org.jboss.resteasy.util.Encode;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.internal.request.Escapes;
import org.jzenith.http.internal.request.QueryString;
import org.jzenith.rest.internal.pipeline.PathMatch;
import org.jzenith.rest.internal.pipeline.RestArgumentReader;
import org.jzenith.rest.internal.pipeline.RestInvocation;
import org.jzenith.rest.internal.resteasy.RequestHeaders;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A parameter whose value is created from text: an argument, or a field or setter of a bean or resource. RESTEasy makes the
 * value of the text, so that it converts and fails as in other containers; where the text stands is found without
 * RESTEasy's view of the request, which costs more than a whole simple request.
 */
public final class TextParameter extends StringParameterInjector implements RestArgumentReader {

    private static final Logger RESTEASY = LoggerFactory.getLogger("org.jboss.resteasy.resteasy_jaxrs.i18n");

    /**
     * The types that RESTEasy parses with {@code valueOf}, unless a converter, constructor or method of the type
     * applies.
     */
    private static final Set<Class<?>> WHOLE_NUMBERS = Set.of(int.class, long.class, short.class, byte.class);

    /** The kinds whose invalid text is a 404 (Jakarta REST 3.1, 3.2). */
    private static final Set<Class<?>> OF_URI = Set.of(PathParam.class, QueryParam.class, MatrixParam.class);

    private final Class<? extends Annotation> kind;
    private final String name;
    private final boolean isEncoded;
    private final boolean isWholeNumber;

    /** True for a UUID, which is converted by a direct call instead of reflection. */
    private final boolean isUuid;

    /** True for a {@code String}, which RESTEasy would copy by reflection. */
    private final boolean isText;

    /** True if empty text counts as missing. */
    private final boolean emptyIsMissing;

    /** The response's status if the text is invalid. */
    private final int unreadable;

    private TextParameter(
            final Parameter parameter,
            final Class<? extends Annotation> kind,
            final ResteasyProviderFactory providers) {
        super(
                parameter.getType(),
                parameter.getGenericType(),
                parameter.getParamName(),
                kind,
                parameter.getDefaultValue(),
                parameter.getAccessibleObject(),
                parameter.getAnnotations(),
                providers);
        this.kind = kind;
        this.name = parameter.getParamName();
        this.isWholeNumber = WHOLE_NUMBERS.contains(baseType) && paramConverter == null && unmarshaller == null;
        this.isUuid = type == UUID.class && valueOf != null;
        this.isText = baseType == String.class && constructor != null;
        this.isEncoded = parameter.isEncoded();
        this.emptyIsMissing = kind != PathParam.class && EmptyText.isMissing(this, baseType);
        this.unreadable = OF_URI.contains(kind) ? 404 : 400;
    }

    /**
     * Makes the reader of a parameter.
     *
     * @param parameter the parameter, field or setter
     * @param providers the converters that apply to it
     * @return null if the parameter is of another kind, or its text is not easily found
     * @throws org.jzenith.core.problem.StartException if a default value cannot be converted
     */
    public static @Nullable TextParameter of(final Parameter parameter, final ResteasyProviderFactory providers) {
        final Class<? extends Annotation> kind = kind(parameter);
        if (kind == null) {
            return null;
        }
        final TextParameter made = new TextParameter(parameter, kind, providers);
        DefaultText.check(made, parameter);
        return made;
    }

    private static @Nullable Class<? extends Annotation> kind(final Parameter parameter) {
        return switch (parameter.getParamType()) {
            case PATH_PARAM ->
                parameter.getGenericType().getTypeName().contains(PathSegment.class.getName()) ? null : PathParam.class;
            case QUERY_PARAM -> QueryParam.class;
            case MATRIX_PARAM -> MatrixParam.class;
            case FORM_PARAM -> FormParam.class;
            case HEADER_PARAM -> RequestHeaders.isDate(parameter.getParamName()) ? null : HeaderParam.class;
            case COOKIE_PARAM -> parameter.getType() == Cookie.class ? null : CookieParam.class;
            default -> null;
        };
    }

    @Override
    public @Nullable Object read(final RestInvocation invocation) {
        if (kind == PathParam.class) {
            return ofPath(invocation);
        }
        if (kind == QueryParam.class) {
            return ofQuery(invocation);
        }
        if (kind == MatrixParam.class || kind == FormParam.class) {
            return extractValues(texts(invocation.request()));
        }
        final RequestHeaders headers = invocation.headers();
        if (kind == HeaderParam.class) {
            return isCollectionOrArray() ? extractValues(headers.values(name)) : extractValue(headers.value(name));
        }
        final String value = headers.cookie(name);
        return isCollectionOrArray() ? extractValues(value == null ? null : List.of(value)) : extractValue(value);
    }

    /** A name that is not in the method's own path may be in that of a locator. */
    private @Nullable Object ofPath(final RestInvocation invocation) {
        final PathMatch match = invocation.call().pathMatch();
        final int place = match == null ? -1 : match.selection().names().lastIndexOf(name);
        if (match == null || place < 0 || isEncoded || isCollectionOrArray()) {
            final List<String> texts = texts(invocation.request());
            return texts == null || isCollectionOrArray()
                    ? extractValues(texts)
                    : extractValue(texts.get(texts.size() - 1));
        }
        final String text = match.value(place);
        return extractValue(invocation.data().isUriChanged() ? Encode.decodePath(text) : Escapes.decoded(text, false));
    }

    private @Nullable Object ofQuery(final RestInvocation invocation) {
        if (isEncoded || invocation.data().isUriChanged()) {
            return extractValues(texts(invocation.request()));
        }
        final String uri = invocation.exchange().request().pathAndQuery();
        return isCollectionOrArray()
                ? extractValues(QueryString.values(uri, name))
                : extractValue(QueryString.value(uri, name));
    }

    /** Returns the texts in RESTEasy's view of the request; null if there are none. */
    private @Nullable List<String> texts(final HttpRequest request) {
        if (kind == FormParam.class) {
            final List<String> fields = request.getDecodedFormParameters().get(name);
            return fields == null || !isEncoded
                    ? fields
                    : fields.stream().map(Encode::encodeString).toList();
        }
        final UriInfo uri = request.getUri();
        if (kind == PathParam.class) {
            return uri.getPathParameters(!isEncoded).get(name);
        }
        if (kind == QueryParam.class) {
            return uri.getQueryParameters(!isEncoded).get(name);
        }
        // RESTEasy's text of a matrix parameter without a value is null.
        final List<String> texts = uri.getPathSegments(!isEncoded).stream()
                .flatMap(segment -> segment.getMatrixParameters().getOrDefault(name, List.of()).stream())
                .map(text -> text == null ? "" : text)
                .toList();
        return texts.isEmpty() ? null : texts;
    }

    @Override
    public @Nullable Object extractValues(final @Nullable List<String> texts) {
        return super.extractValues(emptyIsMissing && isCollectionOrArray() ? EmptyText.present(texts) : texts);
    }

    @Override
    public @Nullable Object extractValue(final @Nullable String given) {
        final String text = emptyIsMissing && given != null && given.isBlank() ? null : given;
        if (text == null || RESTEASY.isDebugEnabled()) {
            return converted(text); // which logs why
        }
        if (isText) {
            return text;
        }
        if (isWholeNumber && !mayBeWholeNumber(text)) {
            throw unreadable(text, UnreadableParameter.noNumber(text));
        }
        if (isUuid) {
            try {
                return UUID.fromString(text);
            } catch (final IllegalArgumentException e) {
                throw unreadable(text, e);
            }
        }
        return converted(text);
    }

    /** RESTEasy makes null of blank text that a constructor refuses. */
    private @Nullable Object converted(final @Nullable String text) {
        final Object value = super.extractValue(text);
        final String converted = text == null ? defaultValue : text;
        if (value == null && constructor != null && converted != null) {
            throw unreadable(converted, new IllegalArgumentException("The constructor refuses blank text."));
        }
        return value;
    }

    /** Returns true if the text consists of digits, so that parsing can only fail because of its size. */
    private static boolean mayBeWholeNumber(final String text) {
        final int digits = text.startsWith("-") || text.startsWith("+") ? 1 : 0;
        for (int i = digits; i < text.length(); i++) {
            if (Character.digit(text.charAt(i), 10) < 0) {
                return false;
            }
        }
        return digits < text.length();
    }

    @Override
    protected void throwProcessingException(final String message, final Throwable cause) {
        throw UnreadableParameter.exception(unreadable, message, baseType, cause);
    }

    /** In RESTEasy's words. */
    private WebApplicationException unreadable(final String text, final Throwable cause) {
        return UnreadableParameter.exception(
                unreadable,
                "RESTEASY003870: Unable to extract parameter from http request: " + getParamSignature() + " value is '"
                        + URLEncoder.encode(text, StandardCharsets.UTF_8) + '\'',
                baseType,
                cause);
    }
}
