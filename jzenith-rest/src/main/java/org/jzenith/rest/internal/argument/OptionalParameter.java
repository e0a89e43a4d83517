package org.jzenith.rest.internal.argument;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.jboss.resteasy.spi.ResteasyProviderFactory;
import org.jboss.resteasy.spi.metadata.Parameter;
import org.jboss.resteasy.spi.metadata.Parameter.ParamType;
import org.jboss.resteasy.spi.util.Types;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.pipeline.ArgumentReader;
import org.jzenith.rest.pipeline.Invocation;

/** A text or part in an {@code Optional}, {@code OptionalInt}, {@code OptionalLong} or {@code OptionalDouble}. */
record OptionalParameter(Type type, ArgumentReader value) implements ArgumentReader {

    private static final Set<ParamType> TEXTS = Set.of(
            ParamType.PATH_PARAM,
            ParamType.QUERY_PARAM,
            ParamType.HEADER_PARAM,
            ParamType.COOKIE_PARAM,
            ParamType.MATRIX_PARAM,
            ParamType.FORM_PARAM);

    /** Returns null for other parameters. */
    static @Nullable ArgumentReader of(final Parameter parameter, final ResteasyProviderFactory providers) {
        final Type valueType = TEXTS.contains(parameter.getParamType()) ? valueType(parameter.getGenericType()) : null;
        if (valueType == null) {
            return null;
        }
        final Parameter value = new BeanPart(
                parameter.getResourceClass().getClazz(),
                parameter.getParamName(),
                Types.getRawType(valueType),
                valueType,
                parameter.getAccessibleObject(),
                parameter.getAnnotations());
        value.setEncoded(parameter.isEncoded());
        return new OptionalParameter(
                parameter.getGenericType(),
                ReaderInjector.readerOf(providers.getInjectorFactory().createParameterExtractor(value, providers)));
    }

    private static @Nullable Type valueType(final Type type) {
        if (type instanceof final ParameterizedType optional && optional.getRawType() == Optional.class) {
            return optional.getActualTypeArguments()[0];
        }
        return type == OptionalInt.class
                ? Integer.class
                : type == OptionalLong.class ? Long.class : type == OptionalDouble.class ? Double.class : null;
    }

    @Override
    public Object read(final Invocation invocation) throws Exception {
        final Object read = value.read(invocation);
        if (type == OptionalInt.class) {
            return read == null ? OptionalInt.empty() : OptionalInt.of((Integer) read);
        }
        if (type == OptionalLong.class) {
            return read == null ? OptionalLong.empty() : OptionalLong.of((Long) read);
        }
        if (type == OptionalDouble.class) {
            return read == null ? OptionalDouble.empty() : OptionalDouble.of((Double) read);
        }
        return Optional.ofNullable(read);
    }
}
