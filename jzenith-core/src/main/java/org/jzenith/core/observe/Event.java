package org.jzenith.core.observe;

/**
 * An event of the application. The families of events are interfaces that extend this one: {@link RequestEvent}, {@link
 * StatementEvent}, {@link TransactionEvent}, {@link OutboundEvent}, {@link ConnectionEvent}, {@link PoolEvent}, {@link
 * EventLoopEvent}, {@link WorkEvent}, {@link SecurityEvent}; a plugin can have a family of its own.
 *
 * <p>Events are immutable. Some carry a duration, and none the time of day: an observer is called while they happen.
 */
public interface Event {}
