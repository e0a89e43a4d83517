/**
 * Internal. The connections of a listener, whatever protocol they speak: their number, their time-outs, the bytes that wait for
 * their clients, and their end when the server stops. {@link org.jzenith.http.internal.connection.ListenerConnections} has those of all
 * event loops, {@link org.jzenith.http.internal.connection.ConnectionSweeper} those of one, and a {@link
 * org.jzenith.http.internal.connection.ConnectionState} is one connection as its protocol sees it. {@link
 * org.jzenith.http.internal.connection.DeliveryQueue} delivers to those of one event loop what is sent to many.
 */
@NullMarked
package org.jzenith.http.internal.connection;

import org.jspecify.annotations.NullMarked;
