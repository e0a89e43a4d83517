/**
 * Internal. Puts an application together at start: registers its providers with RESTEasy, compiles its resource methods and makes
 * the pipeline of its listener.
 *
 * <p>{@code StepProviders} lists the features of jZenith in the order in which they add steps; {@code MethodCompiler} asks each of them for
 * each method.
 */
@NullMarked
package org.jzenith.rest.deployment;

import org.jspecify.annotations.NullMarked;
