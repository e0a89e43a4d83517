/**
 * For users: assembles an application from plugins and modules, starts it and stops it.
 *
 * <p>{@link org.jzenith.core.JZenith} builds and starts an application from implementations of {@link
 * org.jzenith.core.Plugin}; {@link org.jzenith.core.RunningApplication} is the running application.
 */
@NullMarked
package org.jzenith.core;

import org.jspecify.annotations.NullMarked;
