/** For users: notifications that sessions of a database send to each other; {@code Database.notifications(..)} listens to them. */
@NullMarked
package org.jzenith.sql.notification;

import org.jspecify.annotations.NullMarked;
