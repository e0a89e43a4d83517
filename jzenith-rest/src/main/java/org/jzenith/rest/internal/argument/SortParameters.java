package org.jzenith.rest.internal.argument;

import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.ext.ParamConverter;
import jakarta.ws.rs.ext.ParamConverterProvider;
import java.lang.annotation.Annotation;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.page.InvalidPageException;
import org.jzenith.core.page.SortOrder;
import org.jzenith.rest.internal.error.Errors;

/** Orders of lists in parameters. Text that is not an order is a 400, which says the names, and not the 404 of other parameters in a URI. */
public final class SortParameters implements ParamConverterProvider {

    private static final int BAD_REQUEST = 400;

    @Override
    @SuppressWarnings({"unchecked", "rawtypes"}) // an enum, as the bound of SortOrder demands
    public <T> @Nullable ParamConverter<T> getConverter(
            final Class<T> type, final Type genericType, final Annotation[] annotations) {
        return type == SortOrder.class
                        && genericType instanceof final ParameterizedType order
                        && order.getActualTypeArguments()[0] instanceof final Class names
                ? (ParamConverter<T>) converter(names, name(annotations))
                : null;
    }

    private static String name(final Annotation[] annotations) {
        return Arrays.stream(annotations)
                .filter(QueryParam.class::isInstance)
                .map(each -> ((QueryParam) each).value())
                .findFirst()
                .orElse("sort");
    }

    private static <E extends Enum<E>> ParamConverter<SortOrder<E>> converter(
            final Class<E> names, final String parameter) {
        return new ParamConverter<>() {
            @Override
            public SortOrder<E> fromString(final @Nullable String text) {
                if (text == null) {
                    throw new IllegalArgumentException("There is no text.");
                }
                try {
                    return SortOrder.parse(names, text, parameter);
                } catch (final InvalidPageException e) {
                    throw Errors.exception(BAD_REQUEST, String.valueOf(e.getMessage()));
                }
            }

            @Override
            public String toString(final SortOrder<E> order) {
                return order.toString();
            }
        };
    }
}
