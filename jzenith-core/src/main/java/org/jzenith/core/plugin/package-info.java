/**
 * For plugins: further interfaces of a {@link org.jzenith.core.Plugin} that does more than prepare and close.
 *
 * <p>The start asks each plugin for {@link org.jzenith.core.plugin.ConfigurationChecker}, {@link
 * org.jzenith.core.plugin.ConfigurationProvider}, {@link org.jzenith.core.plugin.ListenerOpener}, {@link
 * org.jzenith.core.plugin.GracefulShutdown} and the others, and calls it in their phases.
 */
@NullMarked
package org.jzenith.core.plugin;

import org.jspecify.annotations.NullMarked;
