/**
 * For plugins: short-lived state that all instances of an application share, such as tickets and counts of failed attempts: {@link
 * org.jzenith.core.state.SharedState}. The setting {@code jzenith.shared-state} chooses its store; plugins of stores implement {@link
 * org.jzenith.core.state.SharedStateStore}.
 */
@NullMarked
package org.jzenith.core.state;

import org.jspecify.annotations.NullMarked;
