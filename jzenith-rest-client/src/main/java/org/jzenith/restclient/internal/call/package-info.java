/**
 * Internal: one call to another service on Vert.x' HTTP client: admission, connection, time limits, response, retries.
 */
@NullMarked
package org.jzenith.restclient.internal.call;

import org.jspecify.annotations.NullMarked;
