/**
 * What went wrong at start, in a form that teaches: what happened, with which value, where it came from, what to do
 * next.
 *
 * <p>Everything that can stop a start (configuration, wiring, a plugin) ends up here as a {@link
 * org.jzenith.core.problem.Problem}; all problems of a start are reported together in one {@link
 * org.jzenith.core.problem.StartException}.
 */
@NullMarked
package org.jzenith.core.problem;

import org.jspecify.annotations.NullMarked;
