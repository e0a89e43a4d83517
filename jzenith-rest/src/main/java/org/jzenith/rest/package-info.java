/**
 * For users. The plugin that answers HTTP with Jakarta REST resources, and its settings. The internal packages, in the
 * order in which they handle a request: {@code route} (the resource method), {@code invoke} (its steps), {@code construct}
 * (resources), {@code validation} (arguments and results), {@code rx} (results), {@code json} (bodies), {@code error}
 * (problems). {@code health} has the resource for the health, and {@code SeBootstrap} starts an application in
 * {@code bootstrap}.
 */
@NullMarked
package org.jzenith.rest;

import org.jspecify.annotations.NullMarked;
