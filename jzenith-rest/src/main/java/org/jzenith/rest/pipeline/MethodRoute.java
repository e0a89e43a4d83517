package org.jzenith.rest.pipeline;

import java.util.List;
import java.util.Optional;
import org.jzenith.rest.access.RouteAccess;

/**
 * A path to a resource method. A method of a sub-resource has one for each locator that leads to it.
 *
 * @param plugin name of the plugin with the listener, for example {@code rest.admin}
 * @param template the whole path, with the base path and the paths of locators before the method; parameters are
 *     written as in {@code @Path}
 * @param method a resource method, or a locator whose sub-resource is unknown at start
 * @param steps descriptions of the steps that plugins have added to the locators before, and of the method's steps, in the order in
 *     which they run
 * @param locators on the way to the method, the first one first
 * @param access who may call the method, as its steps and those of the locators enforce together; empty if none of them decides
 */
public record MethodRoute(
        String plugin,
        String template,
        MethodModel method,
        List<String> steps,
        List<MethodModel> locators,
        Optional<RouteAccess> access) {}
