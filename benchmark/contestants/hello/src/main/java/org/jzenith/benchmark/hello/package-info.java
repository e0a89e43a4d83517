/**
 * The smallest jZenith application: one resource, no database. The measurement of start-up times runs it, to tell what
 * the framework itself takes from what an application with a database takes. Its one answer is the example's, so that
 * the same probe fits all programs.
 */
@NullMarked
package org.jzenith.benchmark.hello;

import org.jspecify.annotations.NullMarked;
