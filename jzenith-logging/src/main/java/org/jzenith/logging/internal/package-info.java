/**
 * Internal. The configuration of Logback: {@link org.jzenith.logging.internal.ConsoleConfigurator} is called by Logback, and {@link
 * org.jzenith.logging.internal.ConsoleEncoder} writes the lines.
 */
@NullMarked
package org.jzenith.logging.internal;

import org.jspecify.annotations.NullMarked;
