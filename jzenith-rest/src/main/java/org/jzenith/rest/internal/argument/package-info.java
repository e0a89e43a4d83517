/**
 * Internal. Reads the arguments of resource methods: from the path, the query, headers, cookies and the body.
 *
 * <p>{@link org.jzenith.rest.internal.argument.GuiceInjectorFactory} has the list of {@link
 * org.jzenith.rest.internal.argument.ParameterReaders}, for methods, constructors, fields and setters alike; RESTEasy's injector is the last.
 * {@link org.jzenith.rest.internal.argument.ArgumentSteps} asks each {@link org.jzenith.rest.pipeline.ArgumentProvider} first: these know
 * the method, which RESTEasy does not know yet when it needs an injector.
 */
@NullMarked
package org.jzenith.rest.internal.argument;

import org.jspecify.annotations.NullMarked;
