package org.jzenith.rest.dispatch;

import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.PathSegment;
import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.SecurityContext;
import jakarta.ws.rs.core.UriInfo;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jboss.resteasy.core.HeaderParamInjector;
import org.jboss.resteasy.core.QueryParamInjector;
import org.jboss.resteasy.core.ResteasyContext;
import org.jboss.resteasy.core.StringParameterInjector;
import org.jboss.resteasy.spi.ResteasyProviderFactory;
import org.jboss.resteasy.spi.ValueInjector;
import org.jboss.resteasy.spi.metadata.MethodParameter;
import org.jboss.resteasy.spi.metadata.Parameter.ParamType;
import org.jboss.resteasy.util.Encode;
import org.jspecify.annotations.Nullable;

/**
 * Chooses how the arguments of a method are read. RESTEasy's own injectors make values of texts, so that they convert
 * and fail as in other containers; where the text of the most common parameters stands is found without RESTEasy's view
 * of the request, which costs more than a whole simple request.
 */
final class ArgumentReaders {

    /** What may be passed as it is; for other types RESTEasy makes a proxy. */
    private static final Set<Class<?>> CONTEXT =
            Set.of(UriInfo.class, HttpHeaders.class, Request.class, SecurityContext.class);

    /** RESTEasy ignores dates that cannot be read. */
    private static final Set<String> DATES = Set.of("date", "if-modified-since", "if-unmodified-since");

    private final ResteasyProviderFactory providers;

    /** The names of the parameters in the path of the method. */
    private final List<String> pathNames;

    ArgumentReaders(final ResteasyProviderFactory providers, final List<String> pathNames) {
        this.providers = providers;
        this.pathNames = pathNames;
    }

    ArgumentReader of(final MethodParameter parameter, final ValueInjector injector) {
        final ArgumentReader direct = mayComeLater(parameter.getType()) ? null : direct(parameter, injector);
        return direct == null ? byInjector(injector) : direct;
    }

    /** A converter may promise a value, which RESTEasy waits for. */
    private static boolean mayComeLater(final Class<?> type) {
        return CompletionStage.class.isAssignableFrom(type) || type.isAssignableFrom(CompletableFuture.class);
    }

    private @Nullable ArgumentReader direct(final MethodParameter parameter, final ValueInjector injector) {
        if (parameter.getParamType() == ParamType.CONTEXT) {
            return context(parameter.getType(), injector);
        }
        if (parameter.isEncoded()) {
            return null;
        }
        if (parameter.getParamType() == ParamType.PATH_PARAM) {
            return path(parameter);
        }
        if (injector instanceof QueryParamInjector query) {
            return query(parameter.getParamName(), query);
        }
        if (injector instanceof HeaderParamInjector header
                && !DATES.contains(parameter.getParamName().toLowerCase(java.util.Locale.ROOT))) {
            final String name = parameter.getParamName();
            return invocation ->
                    header.extractValues(invocation.exchange().headers().values(name));
        }
        return null;
    }

    private static @Nullable ArgumentReader context(final Class<?> type, final ValueInjector injector) {
        if (!CONTEXT.contains(type)) {
            return null;
        }
        final ArgumentReader proxy = byInjector(injector);
        return invocation -> {
            final Object current = ResteasyContext.getContextData(type);
            return current == null ? proxy.read(invocation) : current;
        };
    }

    /** A name that is not in the method's own path may be in that of a locator. */
    private @Nullable ArgumentReader path(final MethodParameter parameter) {
        final int place = pathNames.lastIndexOf(parameter.getParamName());
        if (place < 0 || parameter.getGenericType().getTypeName().contains(PathSegment.class.getName())) {
            return null;
        }
        final PathConverter converter = new PathConverter(parameter, providers);
        if (converter.isCollectionOrArray()) {
            return null;
        }
        return invocation -> {
            final String text = invocation.requirePathMatch().value(place);
            return converter.extractValue(text.indexOf('%') < 0 ? text : Encode.decodePath(text));
        };
    }

    private static @Nullable ArgumentReader query(final String name, final QueryParamInjector converter) {
        final boolean many = converter.isCollectionOrArray();
        final ArgumentReader changed = byInjector(converter);
        return invocation -> {
            final Exchange exchange = invocation.exchange();
            if (exchange.isUriChanged()) {
                return changed.read(invocation);
            }
            final String uri = exchange.path();
            return many
                    ? converter.extractValues(QueryString.values(uri, name))
                    : converter.extractValue(QueryString.value(uri, name));
        };
    }

    private static ArgumentReader byInjector(final ValueInjector injector) {
        return invocation -> {
            final Exchange exchange = invocation.exchange();
            return injector.inject(exchange.request(), exchange.response(), true);
        };
    }

    private static final class PathConverter extends StringParameterInjector {

        /** By the method that RESTEasy would call by reflection, as nothing else converts. */
        private final boolean isUuid;

        PathConverter(final MethodParameter parameter, final ResteasyProviderFactory factory) {
            super(
                    parameter.getType(),
                    parameter.getGenericType(),
                    parameter.getParamName(),
                    PathParam.class,
                    parameter.getDefaultValue(),
                    parameter.getAccessibleObject(),
                    parameter.getAnnotations(),
                    factory);
            isUuid = type == UUID.class && valueOf != null;
        }

        @Override
        public @Nullable Object extractValue(final @Nullable String text) {
            if (isUuid && text != null) {
                try {
                    return UUID.fromString(text);
                } catch (final IllegalArgumentException e) {
                    return super.extractValue(text); // fails again, in RESTEasy's words
                }
            }
            return super.extractValue(text);
        }

        @Override
        protected void throwProcessingException(final String message, final Throwable cause) {
            throw new NotFoundException(message, cause);
        }
    }
}
