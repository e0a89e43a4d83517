package org.jzenith.rest.express;

import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.PathSegment;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jboss.resteasy.core.QueryParamInjector;
import org.jboss.resteasy.core.StringParameterInjector;
import org.jboss.resteasy.spi.ResteasyProviderFactory;
import org.jboss.resteasy.spi.ValueInjector;
import org.jboss.resteasy.spi.metadata.MethodParameter;
import org.jboss.resteasy.spi.metadata.Parameter.ParamType;
import org.jspecify.annotations.Nullable;

/**
 * Where a parameter of a resource method comes from. RESTEasy's own injector makes the value of the text, so that it
 * fails in the same way.
 *
 * @param converter makes the value
 * @param place the number of the path parameter, or -1
 * @param name of the query parameter, or empty
 */
record Argument(StringParameterInjector converter, int place, String name) {

    private static final int NOWHERE = -1;

    /** Null if only RESTEasy can make such an argument. */
    static @Nullable Argument of(
            final MethodParameter parameter,
            final ValueInjector injector,
            final List<String> pathNames,
            final ResteasyProviderFactory factory) {
        if (mayComeLater(parameter.getType())) {
            return null;
        }
        if (parameter.getParamType() == ParamType.QUERY_PARAM) {
            return injector instanceof QueryParamInjector query
                            && !query.isCollectionOrArray()
                            && Query.isPlainName(parameter.getParamName())
                    ? new Argument(query, NOWHERE, parameter.getParamName())
                    : null;
        }
        if (parameter.getParamType() != ParamType.PATH_PARAM || isOfSegments(parameter)) {
            return null;
        }
        final OfPath converter = new OfPath(parameter, factory);
        return converter.isCollectionOrArray()
                ? null
                : new Argument(converter, pathNames.indexOf(parameter.getParamName()), "");
    }

    /** RESTEasy waits for the value of what a converter promises. */
    private static boolean mayComeLater(final Class<?> type) {
        return CompletionStage.class.isAssignableFrom(type) || type.isAssignableFrom(CompletableFuture.class);
    }

    private static boolean isOfSegments(final MethodParameter parameter) {
        return parameter.getGenericType().getTypeName().contains(PathSegment.class.getName());
    }

    boolean isInQuery() {
        return !name.isEmpty();
    }

    @Nullable
    Object value(final String[] path, final String uri, final int query) {
        final String text;
        if (place >= 0) {
            text = path[place];
        } else {
            text = isInQuery() && query >= 0 ? Query.value(uri, query + 1, name) : null;
        }
        return converter.extractValue(text);
    }

    private static final class OfPath extends StringParameterInjector {

        /** By the method that RESTEasy would call by reflection, as nothing else converts. */
        private final boolean isUuid;

        OfPath(final MethodParameter parameter, final ResteasyProviderFactory factory) {
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
