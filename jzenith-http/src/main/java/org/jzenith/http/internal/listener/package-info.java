/**
 * Internal. The listeners of one plugin, from its settings to their end: {@link org.jzenith.http.internal.listener.ListenerSetup} is what the
 * application's code says of them, {@link org.jzenith.http.internal.listener.ListenerAssembly} reads the settings and collects all mistakes, and
 * {@link org.jzenith.http.internal.listener.ListenerGroup} are open until the stop. Knows nothing of Jakarta REST.
 */
@NullMarked
package org.jzenith.http.internal.listener;

import org.jspecify.annotations.NullMarked;
