/**
 * For users: a JUnit 5 extension that starts a real application for a test, and checks that it leaves nothing behind.
 *
 * <p>{@link org.jzenith.test.JZenithExtension} is what a test registers, {@link org.jzenith.test.JZenithHttp} its HTTP
 * client. The application gets a free port and a fresh copy of a migrated database; nothing is mocked.
 */
@NullMarked
package org.jzenith.test;

import org.jspecify.annotations.NullMarked;
