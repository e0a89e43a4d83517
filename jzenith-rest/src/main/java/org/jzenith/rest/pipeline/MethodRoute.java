package org.jzenith.rest.pipeline;

import java.util.List;

/**
 * The way to a resource method. A method of a sub-resource has one for each locator that leads to it.
 *
 * @param plugin name of the plugin whose listener answers, for example {@code rest.admin}
 * @param template the whole path, with the base path and the paths of locators before the method; its parameters stand as in
 *     {@code @Path}
 * @param method what answers: a resource method, or a locator whose sub-resource is not known at start
 * @param steps descriptions of the method's steps, in the order in which they run
 */
public record MethodRoute(String plugin, String template, MethodModel method, List<String> steps) {}
