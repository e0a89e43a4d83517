/**
 * For plugins: the steps of resource methods, and the interfaces by which plugins and features add them.
 *
 * <p>A {@link org.jzenith.rest.pipeline.StepProvider} is asked once for each resource method and adds {@link
 * org.jzenith.rest.pipeline.Step}s in {@link org.jzenith.rest.pipeline.StepPhase}s. The steps of a
 * request run in order and see it as an {@link org.jzenith.rest.pipeline.Invocation}, to which a step may respond, or suspend it.
 */
@NullMarked
package org.jzenith.rest.pipeline;

import org.jspecify.annotations.NullMarked;
