/**
 * A jZenith application with resources like those of a real service: filters, parameters of all kinds, bodies with and
 * without constraints, errors, streams, blocking methods and many routes. It is measured against the hand-written
 * {@code ServiceVerticle} of the baseline, which gives the same answers.
 */
@NullMarked
package org.jzenith.benchmark.service;

import org.jspecify.annotations.NullMarked;
