package org.jzenith.rest.internal.argument;

import org.jboss.resteasy.spi.ResteasyProviderFactory;
import org.jboss.resteasy.spi.metadata.Parameter;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.pipeline.ArgumentReader;

/** Makes the readers of a kind of parameters: of methods, of constructors, and fields and setters of resources and beans. */
@FunctionalInterface
public interface ParameterReaders {

    /**
     * Looks at a parameter.
     *
     * @param parameter the parameter, field or setter
     * @param providers the readers and converters that apply to it
     * @return null if it is not of this kind
     */
    @Nullable
    ArgumentReader readerOf(Parameter parameter, ResteasyProviderFactory providers);
}
