/**
 * Internal. {@code SeBootstrap.start(..)} of Jakarta REST, which starts an application of jZenith. {@link
 * org.jzenith.rest.internal.bootstrap.JZenithRuntimeDelegate} is found by {@code META-INF/services}.
 */
@NullMarked
package org.jzenith.rest.internal.bootstrap;

import org.jspecify.annotations.NullMarked;
