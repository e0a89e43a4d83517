package org.jzenith.rest.resteasy;

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
import org.jzenith.rest.entity.MediaRange;
import org.jzenith.rest.rx.StreamingBody;

/** The body readers or writers that an application brings. RESTEasy asks each of them at each request. */
public final class OwnProviders {

    private static final List<String> PACKAGES_OF_BUILTINS = List.of(
            "org.jboss.resteasy.",
            "org.jzenith.rest.entity.",
            "org.jzenith.rest.form.",
            "org.jzenith.rest.json.",
            "org.jzenith.rest.csv.",
            "org.jzenith.rest.patch.",
            "org.jzenith.rest.rx.");

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
        for (final Object provider : providers.getProviderInstances()) {
            types.add(provider.getClass());
        }
        final List<OwnProvider> own = new ArrayList<>();
        for (final Class<?> type : types) {
            if (contract.isAssignableFrom(type) && !isBuiltin(type.getName())) {
                own.add(OwnProvider.of(type, contract, mediaTypes(type, contract)));
            }
        }
        return new OwnProviders(List.copyOf(own));
    }

    private static boolean isBuiltin(final String name) {
        for (final String known : PACKAGES_OF_BUILTINS) {
            if (name.startsWith(known)) {
                return true;
            }
        }
        return false;
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
                        && each.mediaTypes().stream().anyMatch(known -> MediaRange.areCompatible(mediaType, known)));
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
        return all.stream()
                .anyMatch(each -> each.valueType().isAssignableFrom(type)
                        && each.mediaTypes().stream().anyMatch(known -> MediaRange.areCompatible(mediaType, known)));
    }
}
