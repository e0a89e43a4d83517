/**
 * Measures a program that loses something. {@link org.jzenith.benchmark.resilience.Stop} tells it to
 * end under load and counts the requests that stay without an answer.
 * {@link org.jzenith.benchmark.resilience.Bodies} sends more bodies than its memory holds.
 */
@NullMarked
package org.jzenith.benchmark.resilience;

import org.jspecify.annotations.NullMarked;
