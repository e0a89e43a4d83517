package org.jzenith.core.observe;

/**
 * An event of the application. The families of events are interfaces that extend this one: {@link RequestEvent}, {@link WorkEvent},
 * {@link ConnectionEvent} and {@link EventLoopEvent}; a module or plugin can have its own family, such as
 * {@code StatementEvent} of {@code jzenith-sql}.
 *
 * <p>Events are immutable. Some carry a duration. None carries the time of day, because observers are called when the event happens.
 */
public interface Event {}
