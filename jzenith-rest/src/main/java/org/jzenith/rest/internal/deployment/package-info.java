/**
 * Internal. Puts an application together at start: registers its providers with RESTEasy, compiles its resource methods and makes
 * the pipeline of its listener.
 *
 * <p>Each {@code RestFeature} adds its steps, readers, writers and checks; {@code Deployment} adds the steps that every method may have.
 * {@code MethodCompiler} asks all step providers for each method. The steps before a method is known are a list of {@code Deployment}.
 */
@NullMarked
package org.jzenith.rest.internal.deployment;

import org.jspecify.annotations.NullMarked;
