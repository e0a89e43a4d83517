/**
 * For plugins: runs the steps of a resource method, and has the interfaces by which features add steps.
 *
 * <p>A {@link org.jzenith.rest.pipeline.StepProvider} is asked once for each resource method and adds {@link
 * org.jzenith.rest.pipeline.Step}s in {@link org.jzenith.rest.pipeline.StepPhase}s. A request is an {@link
 * org.jzenith.rest.pipeline.Invocation}, which runs the steps in order; a step may respond, or suspend it.
 *
 * <p>{@link org.jzenith.rest.pipeline.RestHandler} creates the invocations of a listener: their first steps match the method,
 * whose own steps follow.
 */
@NullMarked
package org.jzenith.rest.pipeline;

import org.jspecify.annotations.NullMarked;
