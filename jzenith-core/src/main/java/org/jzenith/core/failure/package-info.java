/**
 * Internal. Failures of the JVM, which are not failures of what happened to run.
 *
 * <p>{@link org.jzenith.core.failure.OutOfMemory} finds those of memory among the causes of others.
 */
@NullMarked
package org.jzenith.core.failure;

import org.jspecify.annotations.NullMarked;
