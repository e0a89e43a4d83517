package org.jzenith.rest.internal.resteasy;

import io.vertx.core.MultiMap;
import jakarta.ws.rs.core.Cookie;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.util.Collections;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jboss.resteasy.specimpl.ResteasyHttpHeaders;
import org.jboss.resteasy.specimpl.UnmodifiableMultivaluedMap;
import org.jboss.resteasy.util.CaseInsensitiveMap;
import org.jboss.resteasy.util.DateUtil;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.internal.request.AcceptLanguage;
import org.jzenith.http.internal.request.CookiePair;
import org.jzenith.http.internal.request.HeaderList;
import org.jzenith.http.internal.vertx.VertxHeaders;
import org.jzenith.http.request.MalformedRequestException;
import org.jzenith.rest.internal.entity.AcceptedTypes;
import org.jzenith.rest.internal.entity.ContentCodings;
import org.jzenith.rest.internal.entity.ContentTypeText;
import org.jzenith.rest.internal.entity.ContentTypes;

/**
 * The headers of a request. Those that every request needs are read from Vert.x; a map of all is created on first use,
 * and from then on it counts, because filters may change it. RESTEasy casts the headers of a request to its own class,
 * which reads a map; so nothing of that class is used but its name.
 */
public final class RequestHeaders extends ResteasyHttpHeaders {

    /** Browsers need about 150 characters; what is remembered of clients stays small. */
    private static final int LONGEST_ACCEPT = 256;

    /** A list of names with weights that is surely well-formed (RFC 9110, 12.4 and 12.5); most clients send such. */
    private static final String PLAIN_LIST = " *+%1$s%2$s(?:, *+%1$s%2$s)*+";

    private static final String PLAIN_NAME = "[A-Za-z0-9*+.-]++";
    private static final String PLAIN_WEIGHT = " *+(?:; *+q=(?:0(?:\\.[0-9]*+)?+|1(?:\\.0*+)?+) *+)?+";
    private static final Pattern PLAIN_TYPES =
            Pattern.compile(PLAIN_LIST.formatted(PLAIN_NAME + "/" + PLAIN_NAME, PLAIN_WEIGHT));
    private static final Pattern PLAIN_LANGUAGES = Pattern.compile(PLAIN_LIST.formatted(PLAIN_NAME, PLAIN_WEIGHT));

    private static final List<MediaType> ANY_TYPE = List.of(MediaType.WILDCARD_TYPE);
    private static final List<Locale> ANY_LANGUAGE = List.of(new Locale("*"));

    private final MultiMap received;
    private final boolean mayBeRepeated;
    private volatile @Nullable ResteasyHttpHeaders all;
    private volatile @Nullable MediaType mediaType;
    private volatile @Nullable List<MediaType> acceptable;

    private final @Nullable String acceptAsSent;
    private boolean negotiable;

    /**
     * @param received Vert.x's headers
     * @param mayBeRepeated true if one of the {@link Names} may occur more than once
     */
    RequestHeaders(final MultiMap received, final boolean mayBeRepeated) {
        super(null, Map.of(), false);
        this.received = received;
        this.mayBeRepeated = mayBeRepeated;
        this.acceptAsSent = joined(Names.ACCEPT, mayBeRepeated);
    }

    /**
     * Reads what RESTEasy reads where it does not expect a failure.
     *
     * @throws MalformedRequestException if one of them cannot be read
     */
    public void check() {
        final String languages = received.get(Names.ACCEPT_LANGUAGE);
        if (languages != null && !arePlainLanguages(languages)) {
            read(ACCEPT_LANGUAGE, this::getAcceptableLanguages);
        }
        if (received.contains(Names.CONTENT_LANGUAGE)) {
            read(CONTENT_LANGUAGE, () -> Optional.ofNullable(getLanguage()));
        }
        final String cookies = received.get(Names.COOKIE);
        if (cookies != null && !arePlainCookies(cookies)) {
            read(COOKIE, this::getCookies);
        }
    }

    /**
     * Reads what decides about the types of bodies.
     *
     * @throws MalformedRequestException if one of them cannot be read
     */
    public void checkNegotiation() {
        if (negotiable && all == null) {
            return; // nothing has changed since the last check
        }
        final String accept = accept();
        if (accept != null && (all != null || !PLAIN_TYPES.matcher(accept).matches())) {
            // Weights are read later, because 404, 405 and 415 come first (Jakarta REST 3.1, 3.7.2).
            read(
                    ACCEPT,
                    () -> HeaderList.elements(List.of(accept)).stream()
                            .map(MediaType::valueOf)
                            .toList());
        }
        if (received.contains(Names.CONTENT_TYPE)) {
            checkContentType();
        }
        negotiable = true;
    }

    private @Nullable String joined(final CharSequence name, final boolean mayRepeat) {
        final String value = received.get(name);
        return mayRepeat && value != null && VertxHeaders.isRepeated(received, name)
                ? HeaderList.joined(received, name)
                : value;
    }

    private boolean isRepeated(final CharSequence name) {
        return mayBeRepeated && VertxHeaders.isRepeated(received, name);
    }

    private boolean arePlainLanguages(final String languages) {
        return all == null && PLAIN_LANGUAGES.matcher(languages).matches() && !isRepeated(Names.ACCEPT_LANGUAGE);
    }

    /** True if no cookie has an attribute of RFC 2965, the only ones that can be malformed. */
    private boolean arePlainCookies(final String cookies) {
        return cookies.indexOf('$') < 0 && !isRepeated(Names.COOKIE);
    }

    /** A filter may read what is not checked yet. */
    private static <T> T read(final String name, final Supplier<T> reading) {
        try {
            return reading.get();
        } catch (final MalformedRequestException e) {
            throw e;
        } catch (final RuntimeException e) {
            throw new MalformedRequestException("The header " + name + " is malformed.");
        }
    }

    /** The objects that the decoder of requests takes for these names, if they are written as usual. */
    private static final class Names {

        static final CharSequence ACCEPT = io.vertx.core.http.HttpHeaders.ACCEPT;
        static final CharSequence ACCEPT_LANGUAGE = io.vertx.core.http.HttpHeaders.ACCEPT_LANGUAGE;
        static final CharSequence CONTENT_LANGUAGE = io.vertx.core.http.HttpHeaders.CONTENT_LANGUAGE;
        static final CharSequence CONTENT_TYPE = io.vertx.core.http.HttpHeaders.CONTENT_TYPE;
        static final CharSequence COOKIE = io.vertx.core.http.HttpHeaders.COOKIE;
    }

    private void checkContentType() {
        final String type = received.get(Names.CONTENT_TYPE);
        if (type == null || !ContentTypeText.isOne(type) || isRepeated(Names.CONTENT_TYPE)) {
            throw new MalformedRequestException("The header Content-Type is malformed, or there is more than one.");
        }
        final String repeated = ContentTypeText.repeatedParameter(type);
        if (repeated != null) {
            throw new MalformedRequestException("The header Content-Type has the parameter '" + repeated + "' twice.");
        }
        read(CONTENT_TYPE, () -> Optional.ofNullable(getMediaType())).ifPresent(RequestHeaders::checkCharset);
    }

    private static void checkCharset(final MediaType type) {
        final String charset = type.getParameters().get(MediaType.CHARSET_PARAMETER);
        if (charset != null && !isKnown(charset)) {
            throw new MalformedRequestException(
                    415,
                    "The charset '" + ContentTypes.shown(charset)
                            + "' of the Content-Type is not supported; send the body in UTF-8.");
        }
    }

    private static boolean isKnown(final String charset) {
        try {
            return Charset.isSupported(charset);
        } catch (final IllegalCharsetNameException e) {
            return false;
        }
    }

    /**
     * Returns true if the client sent the body encoded, even if a filter has changed the header. The decoded body may
     * be far longer.
     */
    public boolean isBodyEncoded() {
        return ContentCodings.isEncoded(received);
    }

    /** The fields of a header; null if there is none. */
    @Nullable
    public List<String> values(final String name) {
        if (all != null) {
            return all().getMutableHeaders().get(name);
        }
        final List<String> values = received.getAll(name);
        return values.isEmpty() ? null : values;
    }

    /** The first field of a header; null if there is none. */
    @Nullable
    public String value(final String name) {
        return all == null ? received.get(name) : all().getMutableHeaders().getFirst(name);
    }

    /** The one {@code Content-Type} as it is now; null if there is none. */
    @Nullable
    public String contentType() {
        return all == null
                ? received.get(Names.CONTENT_TYPE)
                : all().getMutableHeaders().getFirst(CONTENT_TYPE);
    }

    /** Returns the current Accept header, its values joined by commas; null if there is none. */
    @Nullable
    public String accept() {
        return all == null ? acceptAsSent : all().getHeaderString(ACCEPT);
    }

    /**
     * Returns the Accept header as a cache key: empty if there is none; null if it is too long, or present but empty.
     */
    @Nullable
    public String shortAccept() {
        final String accept = accept();
        if (accept == null) {
            return "";
        }
        return accept.isEmpty() || accept.length() > LONGEST_ACCEPT ? null : accept;
    }

    /** The headers as filters may change them (Jakarta REST 3.1, 6.2). */
    @Override
    public MultivaluedMap<String, String> getMutableHeaders() {
        return all().getMutableHeaders();
    }

    private synchronized ResteasyHttpHeaders all() {
        if (all == null) {
            final CaseInsensitiveMap<String> map = new CaseInsensitiveMap<>();
            for (final Map.Entry<String, String> header : received) {
                if (!isUnreadableDate(header.getKey(), header.getValue())) {
                    map.add(header.getKey(), header.getValue());
                }
            }
            all = new ResteasyHttpHeaders(map, Map.of(), false);
        }
        return all;
    }

    /** A date that cannot be read is ignored (RFC 9110, 13.1.3 and 13.1.4). */
    private static boolean isUnreadableDate(final String name, final String value) {
        if (!isDate(name)) {
            return false;
        }
        try {
            return DateUtil.parseDate(value) == null;
        } catch (final RuntimeException e) {
            return true;
        }
    }

    /** Returns true if a header is a date; invalid dates are ignored. */
    public static boolean isDate(final String name) {
        return name.equalsIgnoreCase(IF_MODIFIED_SINCE)
                || name.equalsIgnoreCase(IF_UNMODIFIED_SINCE)
                || name.equalsIgnoreCase(DATE);
    }

    /** A new view each time, as RESTEasy's keeps the entries that it has once shown. */
    @Override
    public MultivaluedMap<String, String> getRequestHeaders() {
        return new UnmodifiableMultivaluedMap<>(getMutableHeaders(), false);
    }

    /** RESTEasy returns an empty list for an absent header; the API wants what {@code getRequestHeaders().get(name)} has. */
    @Override
    public @Nullable List<String> getRequestHeader(final String name) {
        final List<String> values = all().getMutableHeaders().get(name);
        return values == null ? null : Collections.unmodifiableList(values);
    }

    @Override
    public @Nullable String getHeaderString(final String name) {
        return all == null && !isDate(name) ? joined(name, true) : all().getHeaderString(name);
    }

    @Override
    public List<MediaType> getAcceptableMediaTypes() {
        if (all != null) {
            return readAcceptableMediaTypes();
        }
        List<MediaType> types = acceptable;
        if (types == null) {
            types = readAcceptableMediaTypes();
            acceptable = types;
        }
        return types;
    }

    /** An empty list says as much as none. */
    private List<MediaType> readAcceptableMediaTypes() {
        final String accept = accept();
        if (accept == null || accept.equals(MediaType.WILDCARD)) {
            return ANY_TYPE;
        }
        return read(ACCEPT, () -> {
            final List<MediaType> types = AcceptedTypes.of(accept);
            return types.isEmpty() ? ANY_TYPE : types;
        });
    }

    @Override
    public List<Locale> getAcceptableLanguages() {
        final List<String> fields = values(ACCEPT_LANGUAGE);
        final List<AcceptLanguage.Range> ranges =
                fields == null ? List.of() : read(ACCEPT_LANGUAGE, () -> AcceptLanguage.ranges(fields));
        return ranges.isEmpty()
                ? ANY_LANGUAGE
                : ranges.stream().map(AcceptLanguage.Range::locale).toList();
    }

    @Override
    public @Nullable MediaType getMediaType() {
        if (all != null) {
            return all().getMediaType();
        }
        MediaType read = mediaType;
        if (read == null) {
            final String type = received.get(CONTENT_TYPE);
            read = type == null ? null : read(CONTENT_TYPE, () -> MediaType.valueOf(type));
            mediaType = read;
        }
        return read;
    }

    @Override
    public @Nullable Locale getLanguage() {
        return all().getLanguage();
    }

    /** Returns the cookies that the headers name now, which a filter may have changed. */
    @Override
    public Map<String, Cookie> getCookies() {
        return Collections.unmodifiableMap(getMutableCookies());
    }

    /** Reads attributes of RFC 2965, which the API has, in the same pass. */
    @Override
    public Map<String, Cookie> getMutableCookies() {
        final Map<String, Cookie> cookies = new HashMap<>();
        int version = 0;
        Cookie.Builder cookie = null;
        for (final CookiePair pair : CookiePair.of(cookieFields())) {
            final String name = pair.name();
            if (name.equalsIgnoreCase("$Version")) {
                version = Integer.parseInt(pair.value());
            } else if (cookie != null && name.equalsIgnoreCase("$Path")) {
                cookie.path(pair.value());
            } else if (cookie != null && name.equalsIgnoreCase("$Domain")) {
                cookie.domain(pair.value());
            } else {
                addNew(cookies, cookie);
                cookie = new Cookie.Builder(name).value(pair.value()).version(version);
            }
        }
        addNew(cookies, cookie);
        return cookies;
    }

    private static void addNew(final Map<String, Cookie> cookies, final Cookie.@Nullable Builder cookie) {
        if (cookie != null) {
            final Cookie built = cookie.build();
            cookies.putIfAbsent(built.getName(), built);
        }
    }

    private List<String> cookieFields() {
        if (all == null && !mayBeRepeated) {
            final String field = received.get(Names.COOKIE);
            return field == null ? List.of() : List.of(field);
        }
        final List<String> fields = values(COOKIE);
        return fields == null ? List.of() : fields;
    }

    /** The value of a cookie, or the first of several; null if there is none. */
    @Nullable
    public String cookie(final String name) {
        return CookiePair.value(cookieFields(), name);
    }

    @Override
    public void setCookies(final Map<String, Cookie> cookies) {
        throw new UnsupportedOperationException(
                "The cookies of a request cannot be set: they come from its Cookie headers.");
    }

    @Override
    public @Nullable Date getDate() {
        return all().getDate();
    }

    @Override
    public int getLength() {
        return all().getLength();
    }
}
