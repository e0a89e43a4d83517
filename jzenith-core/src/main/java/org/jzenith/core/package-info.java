/**
 * Assembly: the recipe of an application, its plugins, and the order in which they start and stop.
 *
 * <p>{@link org.jzenith.core.JZenith} collects the parts, {@link org.jzenith.core.Plugin} is what a part looks like,
 * {@link org.jzenith.core.Application} is the running whole.
 */
@NullMarked
package org.jzenith.core;

import org.jspecify.annotations.NullMarked;
