/**
 * The street: one HTTP server on each event loop, all on one port, with the limits that keep strangers from using up
 * the house. It knows connections and bytes, nothing of Jakarta REST. Its door is {@link
 * org.jzenith.rest.server.RestServer}, which opens last and closes first.
 */
@NullMarked
package org.jzenith.rest.server;

import org.jspecify.annotations.NullMarked;
