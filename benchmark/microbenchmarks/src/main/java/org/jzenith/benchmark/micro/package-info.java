/**
 * Microbenchmarks of steps that each request takes: the context and its hops, the conversion of parameters, JSON, and
 * the whole way through a server. {@code benchmark/jmh} runs them. A benchmark of something that is package-private
 * would stand in a package of the same name as that.
 */
@NullMarked
package org.jzenith.benchmark.micro;

import org.jspecify.annotations.NullMarked;
