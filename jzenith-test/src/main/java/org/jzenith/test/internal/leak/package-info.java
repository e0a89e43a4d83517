/**
 * Internal. The checks for remains of an application: threads that still run after its stop, and event loops that it blocked.
 * An application that was alone in the JVM is checked more strictly.
 */
@NullMarked
package org.jzenith.test.internal.leak;

import org.jspecify.annotations.NullMarked;
