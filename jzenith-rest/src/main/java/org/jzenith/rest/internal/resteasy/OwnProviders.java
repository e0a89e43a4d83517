package org.jzenith.rest.internal.resteasy;

import io.smallrye.common.annotation.Blocking;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.ext.MessageBodyReader;
import jakarta.ws.rs.ext.MessageBodyWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jboss.resteasy.spi.ResteasyProviderFactory;
import org.jboss.resteasy.spi.util.Types;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.internal.entity.MediaRange;
import org.jzenith.rest.internal.rx.StreamingBody;

/** The body readers or writers that an application brings. RESTEasy asks each of them at each request. */
public final class OwnProviders {

    private static final List<String> PACKAGES_OF_BUILTINS = List.of(
            "org.jboss.resteasy.",
            "org.jzenith.rest.internal.entity.",
            "org.jzenith.rest.internal.json.",
            "org.jzenith.rest.internal.csv.",
            "org.jzenith.rest.internal.multipart.",
            "org.jzenith.rest.internal.page.",
            "org.jzenith.rest.internal.patch.",
            "org.jzenith.rest.internal.rx.");

    private final List<OwnProvider> all;

    /** A provider's value type, media types and {@code @Blocking} annotation. */
    private record OwnProvider(Class<?> valueType, List<MediaType> mediaTypes, boolean blocks) {

        static OwnProvider of(final Class<?> type, final Class<?> contract, final String @Nullable [] mediaTypes) {
            final Class<?> valueType = Types.getTemplateParameterOfInterface(type, contract);
            return new OwnProvider(
                    valueType == null ? Object.class : valueType,
                    mediaTypes == null
                            ? List.of(MediaType.WILDCARD_TYPE)
                            : Arrays.stream(mediaTypes).map(MediaType::valueOf).toList(),
                    type.isAnnotationPresent(Blocking.class));
        }

        boolean isFor(final MediaType mediaType) {
            return mediaTypes.stream().anyMatch(known -> MediaRange.areCompatible(mediaType, known));
        }
    }

    private OwnProviders(final List<OwnProvider> all) {
        this.all = all;
    }

    public static OwnProviders writers(final ResteasyProviderFactory providers) {
        return of(providers, MessageBodyWriter.class);
    }

    public static OwnProviders readers(final ResteasyProviderFactory providers) {
        return of(providers, MessageBodyReader.class);
    }

    private static OwnProviders of(final ResteasyProviderFactory providers, final Class<?> contract) {
        final Set<Class<?>> types = new LinkedHashSet<>(providers.getProviderClasses());
        providers.getProviderInstances().forEach(each -> types.add(each.getClass()));
        final List<OwnProvider> own = new ArrayList<>();
        for (final Class<?> type : types) {
            if (contract.isAssignableFrom(type) && !isBuiltin(type.getName())) {
                own.add(OwnProvider.of(type, contract, mediaTypes(type, contract)));
            }
        }
        return new OwnProviders(own);
    }

    private static boolean isBuiltin(final String name) {
        return PACKAGES_OF_BUILTINS.stream().anyMatch(name::startsWith);
    }

    private static String @Nullable [] mediaTypes(final Class<?> type, final Class<?> contract) {
        if (contract == MessageBodyWriter.class) {
            final Produces produces = type.getAnnotation(Produces.class);
            return produces == null ? null : produces.value();
        }
        final Consumes consumes = type.getAnnotation(Consumes.class);
        return consumes == null ? null : consumes.value();
    }

    /** Returns the providers with {@code @Blocking} on their class. */
    public OwnProviders thatBlock() {
        return new OwnProviders(all.stream().filter(OwnProvider::blocks).toList());
    }

    /** Returns true if a provider may handle a class, a superclass or a subclass. */
    public boolean mayConcern(final Class<?> type, final MediaType mediaType) {
        return all.stream()
                .anyMatch(each -> (each.valueType().isAssignableFrom(type) || type.isAssignableFrom(each.valueType()))
                        && each.isFor(mediaType));
    }

    /**
     * Returns the providers for sources, such as {@code Flowable}; a provider for all objects is for the elements.
     *
     * @param awaited the type that jZenith waits for in the place of another one
     */
    public OwnProviders ofSources(final UnaryOperator<Class<?>> awaited) {
        return new OwnProviders(all.stream()
                .filter(each -> StreamingBody.isMadeOf(awaited.apply(each.valueType())))
                .toList());
    }

    public boolean isEmpty() {
        return all.isEmpty();
    }

    /** Returns true if a provider may handle a value of a class. */
    public boolean mayTake(final Class<?> type, final MediaType mediaType) {
        return all.stream().anyMatch(each -> each.valueType().isAssignableFrom(type) && each.isFor(mediaType));
    }
}
