/**
 * For users. The reasons why an application did not start: what happened, with which value, where the value came from, what to do
 * next.
 *
 * <p>Every failure of a start (configuration, wiring, a plugin) is reported as a {@link
 * org.jzenith.core.problem.StartProblem}; all problems of a start are reported together in one {@link
 * org.jzenith.core.problem.StartException}.
 */
@NullMarked
package org.jzenith.core.problem;

import org.jspecify.annotations.NullMarked;
