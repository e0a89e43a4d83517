/**
 * For plugins: an application's and its plugins' view of development mode, in which each change of the sources restarts
 * the application in the same JVM.
 *
 * <p>The module {@code jzenith-dev} implements it. A plugin uses the {@link
 * org.jzenith.core.development.DevelopmentSession} that {@link org.jzenith.core.plugin.ConfigurationProvider#provideConfiguration(
 * org.jzenith.core.configuration.Configuration, DevelopmentSession)} gets, for objects that survive a restart.
 */
@NullMarked
package org.jzenith.core.development;

import org.jspecify.annotations.NullMarked;
