/**
 * Internal. Listens to notifications of the server: {@link org.jzenith.sql.internal.notification.NotificationHub} has one connection for
 * all channels, and a {@code NotificationQueue} for each subscriber.
 */
@NullMarked
package org.jzenith.sql.internal.notification;

import org.jspecify.annotations.NullMarked;
