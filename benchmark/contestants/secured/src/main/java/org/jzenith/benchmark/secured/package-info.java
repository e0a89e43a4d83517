/**
 * A jZenith application with one resource, whose security is chosen at start. The harness measures it beside itself without security, and
 * beside the {@code SecuredVerticle} of the baseline, which gives the same responses.
 */
@NullMarked
package org.jzenith.benchmark.secured;

import org.jspecify.annotations.NullMarked;
