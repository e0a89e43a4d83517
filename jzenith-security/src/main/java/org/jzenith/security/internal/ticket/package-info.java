/**
 * Internal: one-time tickets for browsers, whose {@code EventSource} and {@code WebSocket} send no headers: a page gets a ticket by a request with
 * credentials, and puts it into the query of the address.
 */
@NullMarked
package org.jzenith.security.internal.ticket;

import org.jspecify.annotations.NullMarked;
