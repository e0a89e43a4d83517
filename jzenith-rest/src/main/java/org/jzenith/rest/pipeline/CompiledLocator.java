package org.jzenith.rest.pipeline;

import org.jboss.resteasy.spi.metadata.ResourceLocator;

/**
 * A sub-resource locator with its steps, of which the last one matches the rest of the path. Immutable and safe for use
 * by many threads.
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record CompiledLocator(ResourceLocator declared, MethodModel model, Step[] steps) implements Endpoint {}
