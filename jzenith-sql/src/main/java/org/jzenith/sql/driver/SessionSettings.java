package org.jzenith.sql.driver;

import java.time.Duration;

/**
 * What the server is told when a session begins.
 *
 * @param statementTimeout the time after which the server ends a statement, zero for the server's own setting
 * @param lockTimeout the time after which the server ends a statement that waits for a lock, zero for the server's own
 *     setting
 */
public record SessionSettings(Duration statementTimeout, Duration lockTimeout) {}
