/**
 * Internal: the plugin of traces with its settings, and the observers that begin and end spans.
 */
@NullMarked
package org.jzenith.tracing.observer;

import org.jspecify.annotations.NullMarked;
