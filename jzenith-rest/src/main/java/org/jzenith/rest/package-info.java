/**
 * The plugin that answers HTTP with Jakarta REST resources, and its settings. The internal packages, in the order in
 * which they handle a request: {@code server} (connections), {@code dispatch} (requests), {@code construct}
 * (resources), {@code rx} (results), {@code represent} (responses), {@code error} (problems).
 */
@NullMarked
package org.jzenith.rest;

import org.jspecify.annotations.NullMarked;
