/**
 * For users: the reasons why an application did not start, each with its value, the source of the value, and the
 * remedy.
 *
 * <p>Every failure of startup (configuration, wiring, a plugin) is reported as a {@link
 * org.jzenith.core.problem.StartProblem}; all problems are reported together in one {@link
 * org.jzenith.core.problem.StartException}.
 */
@NullMarked
package org.jzenith.core.problem;

import org.jspecify.annotations.NullMarked;
