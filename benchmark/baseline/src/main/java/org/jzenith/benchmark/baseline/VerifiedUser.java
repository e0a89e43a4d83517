package org.jzenith.benchmark.baseline;

import java.util.List;

/**
 * The user of a verified token.
 *
 * @param name the {@code sub} claim
 * @param roles the {@code roles} claim
 * @param expiry in milliseconds since the epoch
 */
record VerifiedUser(String name, List<String> roles, long expiry) {}
