package org.jzenith.rest.dispatch;

import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.ext.MessageBodyWriter;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jboss.resteasy.spi.ResteasyProviderFactory;
import org.jboss.resteasy.spi.util.Types;

/** The body writers that an application brings. RESTEasy asks each of them at each request whether it writes. */
final class OwnWriters {

    private static final List<String> PACKAGES_OF_BUILTINS = List.of(
            "org.jboss.resteasy.", "org.jzenith.rest.dispatch.", "org.jzenith.rest.json.", "org.jzenith.rest.rx.");

    private final List<Writer> writers;

    /** What a writer says about itself before it is asked. */
    private record Writer(Class<?> valueType, List<MediaType> produces) {

        static Writer of(final Class<?> type) {
            final Class<?> valueType = Types.getTemplateParameterOfInterface(type, MessageBodyWriter.class);
            final Produces produces = type.getAnnotation(Produces.class);
            return new Writer(
                    valueType == null ? Object.class : valueType,
                    produces == null
                            ? List.of(MediaType.WILDCARD_TYPE)
                            : Arrays.stream(produces.value())
                                    .map(MediaType::valueOf)
                                    .toList());
        }
    }

    private OwnWriters(final List<Writer> writers) {
        this.writers = writers;
    }

    static OwnWriters of(final ResteasyProviderFactory providers) {
        return new OwnWriters(Stream.concat(
                        providers.getProviderClasses().stream(),
                        providers.getProviderInstances().stream().map(Object::getClass))
                .filter(MessageBodyWriter.class::isAssignableFrom)
                .filter(type -> PACKAGES_OF_BUILTINS.stream().noneMatch(type.getName()::startsWith))
                .map(Writer::of)
                .toList());
    }

    /** Whether one of them may be asked about such a value. */
    boolean mayWrite(final Class<?> type, final MediaType mediaType) {
        return writers.stream()
                .anyMatch(writer -> writer.valueType().isAssignableFrom(type)
                        && writer.produces().stream().anyMatch(mediaType::isCompatible));
    }
}
