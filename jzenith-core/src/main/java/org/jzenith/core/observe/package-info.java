/**
 * For users: the events of an application, for metrics, traces and access logs.
 *
 * <p>A plugin or module binds an {@link org.jzenith.core.observe.EventObserver} for a family of events: requests,
 * operations, connections, event loops. Parts of the framework and plugins emit them through {@link
 * org.jzenith.core.observe.Observers}; where a family has no observer, no event is created. A {@link
 * org.jzenith.core.observe.Gauge} tells how much of something with a limit is in use.
 */
@NullMarked
package org.jzenith.core.observe;

import org.jspecify.annotations.NullMarked;
