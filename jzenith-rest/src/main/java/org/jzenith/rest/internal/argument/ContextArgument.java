package org.jzenith.rest.internal.argument;

import com.google.inject.TypeLiteral;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jboss.resteasy.spi.ResteasyProviderFactory;
import org.jboss.resteasy.spi.metadata.Parameter;
import org.jboss.resteasy.spi.metadata.Parameter.ParamType;
import org.jboss.resteasy.spi.metadata.ResourceClass;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.pipeline.ArgumentReader;

/**
 * An object of the request that methods take by its type, with {@code @Context} or without an annotation.
 *
 * @param type the type of the parameters, with its type arguments
 * @param reader reads the object
 */
public record ContextArgument(TypeLiteral<?> type, ArgumentReader reader) implements ParameterReaders {

    private static final Set<ParamType> UNDECLARED = Set.of(ParamType.MESSAGE_BODY, ParamType.UNKNOWN);

    @Override
    public @Nullable ArgumentReader readerOf(final Parameter parameter, final ResteasyProviderFactory providers) {
        return parameter.getParamType() == ParamType.CONTEXT && isFor(parameter) ? reader : null;
    }

    /** Returns true if the parameter has the type. */
    public boolean isFor(final Parameter parameter) {
        return TypeLiteral.get(parameter.getGenericType()).equals(type);
    }

    /**
     * Declares the parameters that have no annotation to be objects of the request; RESTEasy takes those of methods for the body, and does not
     * know those of locators.
     */
    public static ResourceClass declare(final List<ContextArgument> all, final ResourceClass resource) {
        Stream.concat(Stream.of(resource.getResourceMethods()), Stream.of(resource.getResourceLocators()))
                .flatMap(method -> Stream.of(method.getParams()))
                .filter(parameter -> UNDECLARED.contains(parameter.getParamType())
                        && all.stream().anyMatch(each -> each.isFor(parameter)))
                .forEach(parameter -> parameter.setParamType(ParamType.CONTEXT));
        return resource;
    }
}
