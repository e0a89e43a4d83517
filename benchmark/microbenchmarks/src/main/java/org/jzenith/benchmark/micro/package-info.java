/**
 * Microbenchmarks of steps that each request takes: matching with its parameters, the context and its snapshots, JSON, the
 * writing of an answer, and whole requests to a server. {@code benchmark/jmh} runs them. A step that cannot be called on
 * its own is measured by whole requests that differ in it alone.
 */
@NullMarked
package org.jzenith.benchmark.micro;

import org.jspecify.annotations.NullMarked;
