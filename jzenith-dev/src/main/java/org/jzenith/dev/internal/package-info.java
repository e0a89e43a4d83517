/**
 * Internal. The development mode: {@link org.jzenith.dev.internal.DevelopmentServer} watches the sources of a project, compiles what
 * changes, and restarts the application in a new class loader while the resources that its plugins keep stay as they are.
 *
 * <p>One thread does all of it in turn: scan, compile, stop, start. Clients connect to a proxy, which asks that thread
 * before it passes a request on.
 */
@NullMarked
package org.jzenith.dev.internal;

import org.jspecify.annotations.NullMarked;
