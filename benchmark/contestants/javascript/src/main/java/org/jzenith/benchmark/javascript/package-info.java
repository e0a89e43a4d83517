/** The endpoints of the benchmark as a mount of jZenith, once in JavaScript and once in Java. */
@NullMarked
package org.jzenith.benchmark.javascript;

import org.jspecify.annotations.NullMarked;
