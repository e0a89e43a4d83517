/**
 * For users: problems of RFC 9457, the bodies of error responses.
 *
 * <p>{@link org.jzenith.http.problem.Problem} is the value. For plugins: exceptions that are {@link
 * org.jzenith.http.problem.KnownProblem}s bring theirs, and {@link org.jzenith.http.problem.ProblemJson} writes them.
 */
@NullMarked
package org.jzenith.http.problem;

import org.jspecify.annotations.NullMarked;
