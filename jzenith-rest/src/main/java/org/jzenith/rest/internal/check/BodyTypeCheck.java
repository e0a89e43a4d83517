package org.jzenith.rest.internal.check;

import io.reactivex.Flowable;
import io.reactivex.Single;
import jakarta.ws.rs.core.MediaType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jboss.resteasy.spi.metadata.Parameter;
import org.jboss.resteasy.spi.metadata.Parameter.ParamType;
import org.jboss.resteasy.spi.metadata.ResourceMethod;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.body.Part;
import org.jzenith.rest.internal.entity.ContentTypes;

/** Types of bodies that are read from one media type alone: a {@code @Consumes} without it lets no request through. */
record BodyTypeCheck(ApplicationProviders providers, Findings findings) {

    private static final String PARTS = "@Consumes(MediaType.MULTIPART_FORM_DATA)";

    /** Returns true if this check, not that of JSON or of readers, covers a body of the type. */
    static boolean isFor(final Type body) {
        return mediaType(body) != null;
    }

    void lookAt(final ResourceMethod method) {
        for (final Parameter parameter : method.getParams()) {
            if (parameter.getParamType() == ParamType.MESSAGE_BODY) {
                final Type body = parameter.getGenericType();
                final MediaType needed = mediaType(body);
                if (needed != null) {
                    check(method, body, needed);
                }
            }
        }
    }

    private void check(final ResourceMethod method, final Type body, final MediaType needed) {
        final List<MediaType> consumes = Arrays.asList(method.getConsumes());
        final boolean isOfParts = needed.equals(MediaType.MULTIPART_FORM_DATA_TYPE);
        if (consumes.stream().anyMatch(needed::isCompatible) || (consumes.isEmpty() && !isOfParts)) {
            return;
        }
        final Class<?> value = value(body);
        if (consumes.stream().anyMatch(type -> providers.mayRead().test(value, type))) {
            return;
        }
        final String name = value.getSimpleName();
        findings.add(
                !providers.changesMessages() || consumes.isEmpty(),
                method,
                "The resource method " + Named.method(method.getMethod()) + " takes " + Named.type(body)
                        + (consumes.isEmpty()
                                ? " and has no @Consumes; parts are read from " + needed + "."
                                : " as " + Named.types(consumes) + ", and "
                                        + (isOfParts ? "parts are" : "a " + name + " is") + " read from " + needed
                                        + " alone."),
                isOfParts
                        ? "Add " + PARTS + " to the method."
                        : "Write @Consumes(" + name + ".MEDIA_TYPE) on the method, or remove @Consumes.");
    }

    private static @Nullable MediaType mediaType(final Type body) {
        final Class<?> value = value(body);
        if (value == Part.class) {
            return body instanceof final ParameterizedType parts && parts.getRawType() == Flowable.class
                    ? MediaType.MULTIPART_FORM_DATA_TYPE
                    : null;
        }
        return ContentTypes.ownType(value);
    }

    /**
     * Returns the body's type, or its type argument in a container that may hold a body; {@code Void} if there is no
     * class.
     */
    private static Class<?> value(final Type body) {
        final Type held = body instanceof final ParameterizedType holder
                        && List.of(Single.class, Optional.class, Flowable.class).contains(holder.getRawType())
                ? holder.getActualTypeArguments()[0]
                : body;
        return held instanceof final Class<?> type ? type : Void.class;
    }
}
