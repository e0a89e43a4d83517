/**
 * Microbenchmarks of steps that each request takes: the context and its hops, the conversion of parameters, and the
 * whole way through a server. {@code benchmark/jmh} runs them. A benchmark of something that is package-private stands
 * in a package of that name, such as {@code org.jzenith.rest.json}.
 */
@NullMarked
package org.jzenith.benchmark.micro;

import org.jspecify.annotations.NullMarked;
