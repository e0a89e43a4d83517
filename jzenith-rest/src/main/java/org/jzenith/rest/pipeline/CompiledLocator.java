package org.jzenith.rest.pipeline;

import org.jboss.resteasy.spi.metadata.ResourceLocator;

/**
 * A sub-resource locator with its steps, of which the last one matches the rest of the path. Immutable and safe for use
 * by many threads.
 *
 * @param declared RESTEasy's metadata
 * @param model the model of the locator
 * @param steps the steps; the last one matches the rest of the path
 * @param contributed the number of steps that providers have added, which come first
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record CompiledLocator(ResourceLocator declared, MethodModel model, Step[] steps, int contributed)
        implements RouteTarget {}
