/**
 * Internal. Reads the arguments of resource methods: from the path, the query, headers, cookies and the body.
 *
 * <p>{@link org.jzenith.rest.argument.ArgumentSteps} chooses a reader for each parameter at start: one of an {@link
 * org.jzenith.rest.pipeline.ArgumentProvider}, one of this package, or RESTEasy's injector. {@link
 * org.jzenith.rest.argument.GuiceInjectorFactory} gives RESTEasy the same readers for fields and beans.
 */
@NullMarked
package org.jzenith.rest.argument;

import org.jspecify.annotations.NullMarked;
