/**
 * For users: the plugin for Jakarta REST resources, and its settings. At start, {@code deployment} makes the steps of
 * each resource method. A request passes through {@code pipeline} (the invocation), {@code route} (the resource
 * method), {@code step}, {@code construct} (resources), {@code argument}, {@code entity} (bodies), {@code validation},
 * {@code rx} (results) and {@code write} (the response, or the problem of {@code error}). {@code bootstrap} has Jakarta
 * REST's {@code SeBootstrap}.
 */
@NullMarked
package org.jzenith.rest;

import org.jspecify.annotations.NullMarked;
