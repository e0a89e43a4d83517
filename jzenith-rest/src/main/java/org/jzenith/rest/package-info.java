/**
 * For users: the plugin for Jakarta REST resources.
 *
 * <p>At start, {@code deployment} makes the steps of each resource method, and {@code check} looks for mistakes. A request passes
 * through {@code pipeline} (the invocation), {@code route} (the resource method), {@code step}, {@code construct} (resources), {@code
 * argument}, {@code entity} (bodies), {@code rx} (results) and {@code write} (the response, or the problem of {@code error}), all below
 * {@code internal}. {@code RestFeatures} lists what adds itself to these: {@code limit}, {@code elements}, {@code multipart}, {@code
 * patch}, {@code memory}, {@code csv}, {@code validation} and {@code sse}. {@code bootstrap} has Jakarta REST's {@code SeBootstrap}.
 */
@NullMarked
package org.jzenith.rest;

import org.jspecify.annotations.NullMarked;
