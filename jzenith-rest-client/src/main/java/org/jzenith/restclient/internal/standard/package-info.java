/**
 * Internal: the client of Jakarta REST itself, RESTEasy's on the application's Vert.x; loaded only where one is configured.
 */
@NullMarked
package org.jzenith.restclient.internal.standard;

import org.jspecify.annotations.NullMarked;
