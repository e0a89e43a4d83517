package org.jzenith.rest.internal.resteasy;

import jakarta.ws.rs.core.EntityTag;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.Variant;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jboss.resteasy.core.request.ServerDrivenNegotiation;
import org.jboss.resteasy.specimpl.RequestImpl;
import org.jboss.resteasy.specimpl.ResponseBuilderImpl;
import org.jboss.resteasy.spi.HttpRequest;
import org.jboss.resteasy.spi.HttpResponse;
import org.jboss.resteasy.util.DateUtil;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.internal.request.AcceptEncoding;
import org.jzenith.http.internal.request.HeaderList;
import org.jzenith.rest.internal.entity.AcceptedTypes;

/**
 * Evaluates preconditions as RFC 9110, 13 says. RESTEasy compares a weak tag with a strong one in the wrong way, and reads
 * dates beside tags.
 */
@SuppressWarnings("JavaUtilDate") // the type of Jakarta REST
final class ConditionalRequest extends RequestImpl {

    private static final int NOT_MODIFIED = 304;
    private static final int PRECONDITION_FAILED = 412;
    private static final long SECOND_MILLIS = 1000;

    private final HttpRequest request;
    private final HttpResponse response;

    ConditionalRequest(final HttpRequest request, final HttpResponse response) {
        super(request, response);
        this.request = request;
        this.response = response;
    }

    @Override
    public @Nullable Variant selectVariant(final List<Variant> variants) {
        if (variants == null || variants.isEmpty()) {
            return super.selectVariant(variants); // which throws
        }
        final ServerDrivenNegotiation negotiation = new ServerDrivenNegotiation();
        negotiation.setAcceptHeaders(types());
        negotiation.setAcceptCharsetHeaders(elements(HttpHeaders.ACCEPT_CHARSET));
        negotiation.setAcceptEncodingHeaders(codings(variants));
        negotiation.setAcceptLanguageHeaders(elements(HttpHeaders.ACCEPT_LANGUAGE));
        response.getOutputHeaders().add(HttpHeaders.VARY, ResponseBuilderImpl.createVaryHeader(variants));
        return negotiation.getBestMatch(variants);
    }

    /** Returns the accepted types, which RESTEasy would read in another way. */
    private List<String> types() {
        return request.getHttpHeaders().getAcceptableMediaTypes().stream()
                .map(type -> {
                    final Map<String, String> parameters = new HashMap<>(type.getParameters());
                    parameters.remove("q");
                    return new MediaType(type.getType(), type.getSubtype(), parameters) + ";q="
                            + HeaderList.decimal(AcceptedTypes.weight(type));
                })
                .toList();
    }

    /** Returns the weights of all codings of variants; null if the client takes any. */
    private @Nullable List<String> codings(final List<Variant> variants) {
        final List<String> fields = request.getHttpHeaders().getRequestHeaders().get(HttpHeaders.ACCEPT_ENCODING);
        if (fields == null) {
            return null;
        }
        final AcceptEncoding accepted = new AcceptEncoding(fields);
        final List<String> codings = variants.stream()
                .map(Variant::getEncoding)
                .filter(Objects::nonNull)
                .distinct()
                .map(coding -> coding + ";q=" + HeaderList.decimal(accepted.weight(coding)))
                .toList();
        return codings.isEmpty() ? null : codings;
    }

    /** Returns the elements of a list, which RESTEasy would cut in another way; null if there is none. */
    private @Nullable List<String> elements(final String name) {
        final List<String> fields = request.getHttpHeaders().getRequestHeaders().get(name);
        final List<String> elements = HeaderList.elements(fields == null ? List.of() : fields).stream()
                .map(HeaderList::weighted)
                .toList();
        return elements.isEmpty() ? null : elements;
    }

    @Override
    public Response.@Nullable ResponseBuilder evaluatePreconditions(final @Nullable EntityTag tag) {
        return evaluate(null, required(tag, "eTag"));
    }

    @Override
    public Response.@Nullable ResponseBuilder evaluatePreconditions(final @Nullable Date lastModified) {
        return evaluate(required(lastModified, "lastModified"), null);
    }

    @Override
    public Response.@Nullable ResponseBuilder evaluatePreconditions(
            final @Nullable Date lastModified, final @Nullable EntityTag tag) {
        return evaluate(required(lastModified, "lastModified"), required(tag, "eTag"));
    }

    private static <T> T required(final @Nullable T value, final String name) {
        if (value == null) {
            throw new IllegalArgumentException("The parameter '" + name + "' of evaluatePreconditions(..) is null.");
        }
        return value;
    }

    /** Evaluates the conditions in the order of RFC 9110, 13.2.2. */
    private Response.@Nullable ResponseBuilder evaluate(final @Nullable Date changed, final @Nullable EntityTag tag) {
        final int status = status(changed, tag);
        if (status == 0) {
            return null;
        }
        final Response.ResponseBuilder response = Response.status(status);
        return tag == null ? response : response.tag(tag);
    }

    private int status(final @Nullable Date changed, final @Nullable EntityTag tag) {
        final String match = header(HttpHeaders.IF_MATCH);
        if (match != null && tag != null) {
            if (!EntityTagList.parse(HttpHeaders.IF_MATCH, match).matches(tag, false)) {
                return PRECONDITION_FAILED;
            }
        } else if (match == null && changed != null) {
            final Date since = date(HttpHeaders.IF_UNMODIFIED_SINCE);
            if (since != null && seconds(changed) > seconds(since)) {
                return PRECONDITION_FAILED;
            }
        }
        final boolean reads =
                request.getHttpMethod().equals("GET") || request.getHttpMethod().equals("HEAD");
        final String noneMatch = header(HttpHeaders.IF_NONE_MATCH);
        if (noneMatch != null && tag != null) {
            return EntityTagList.parse(HttpHeaders.IF_NONE_MATCH, noneMatch).matches(tag, true)
                    ? reads ? NOT_MODIFIED : PRECONDITION_FAILED
                    : 0;
        }
        if (noneMatch == null && changed != null && reads) {
            final Date since = date(HttpHeaders.IF_MODIFIED_SINCE);
            if (since != null && seconds(changed) <= seconds(since)) {
                return NOT_MODIFIED;
            }
        }
        return 0;
    }

    private @Nullable String header(final String name) {
        return request.getHttpHeaders().getHeaderString(name);
    }

    /** Null if there is none that can be read. */
    private @Nullable Date date(final String name) {
        final String text = header(name);
        try {
            return text == null ? null : DateUtil.parseDate(text);
        } catch (final IllegalArgumentException e) {
            return null;
        }
    }

    /** A date in a header has no more. */
    private static long seconds(final Date date) {
        return Math.floorDiv(date.getTime(), SECOND_MILLIS);
    }
}
