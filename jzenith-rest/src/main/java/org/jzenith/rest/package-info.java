/**
 * The plugin that gives an application its Jakarta REST front: what users add to a recipe and the settings they can
 * change. Everything behind it stands in rooms of its own, in the order in which a request walks: {@code server} (the
 * street), {@code dispatch} (the hall), the user's resource, {@code rx} (the back hall), {@code error} (the desk).
 */
@NullMarked
package org.jzenith.rest;

import org.jspecify.annotations.NullMarked;
