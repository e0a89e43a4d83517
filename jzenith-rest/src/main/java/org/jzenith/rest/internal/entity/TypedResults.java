package org.jzenith.rest.internal.entity;

import com.google.inject.util.Types;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.Arrays;
import org.jzenith.rest.response.TypedResponse;

/** The declared types of results that are a {@link TypedResponse}, such as {@code Single<TypedResponse<User>>}. */
public final class TypedResults {

    private TypedResults() {}

    /**
     * Returns a declared type without its {@code TypedResponse}.
     *
     * @param declared the type of a result
     * @return such as {@code Single<User>} for {@code Single<TypedResponse<User>>}; another type as it is
     */
    public static Type entityOf(final Type declared) {
        if (!(declared instanceof final ParameterizedType result) || result.getActualTypeArguments().length != 1) {
            return declared;
        }
        final Type argument = result.getActualTypeArguments()[0];
        if (result.getRawType() == TypedResponse.class) {
            return argument instanceof final WildcardType any ? any.getUpperBounds()[0] : argument;
        }
        final Type entity = entityOf(argument);
        return isTyped(argument)
                ? Types.newParameterizedTypeWithOwner(result.getOwnerType(), result.getRawType(), entity)
                : declared;
    }

    /** Returns true if a declared type is a {@code TypedResponse} itself. */
    public static boolean isTyped(final Type declared) {
        return declared instanceof final ParameterizedType result && result.getRawType() == TypedResponse.class;
    }

    /** Returns true if a type or one of its arguments is a {@code TypedResponse}. */
    public static boolean contain(final Type type) {
        if (type instanceof final ParameterizedType generic) {
            return contain(generic.getRawType())
                    || Arrays.stream(generic.getActualTypeArguments()).anyMatch(TypedResults::contain);
        }
        return type == TypedResponse.class
                || (type instanceof final WildcardType any && contain(any.getUpperBounds()[0]));
    }
}
