/**
 * Internal. The tokens of a test's users: {@code TestKey} is the key of the test run, and {@code TestTokens} makes the application
 * trust it and signs tokens as the application's settings require.
 */
@NullMarked
package org.jzenith.test.internal.token;

import org.jspecify.annotations.NullMarked;
