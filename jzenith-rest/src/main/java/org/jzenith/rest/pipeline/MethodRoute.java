package org.jzenith.rest.pipeline;

import java.util.List;
import java.util.Optional;
import org.jzenith.rest.access.RouteAccess;

/**
 * A path to a resource method. A method of a sub-resource has one path for each locator that leads to it.
 *
 * @param plugin the name of the plugin with the listener, for example {@code rest.admin}
 * @param template the whole path, with the base path and the paths of locators before the method; parameters are written as in
 *     {@code @Path}
 * @param method a resource method, or a locator whose sub-resource is unknown at start
 * @param steps the descriptions of the steps, in the order in which they run: first the steps that plugins have added to the locators, then
 *     the steps of the method
 * @param locators the locators that lead to the method, in the order in which they are called
 * @param access who may call the method, according to its steps and those of the locators; empty if no step decides
 */
public record MethodRoute(
        String plugin,
        String template,
        MethodModel method,
        List<String> steps,
        List<MethodModel> locators,
        Optional<RouteAccess> access) {}
