/** Benchmarks of a package-private room of {@code jzenith-rest}; see {@code org.jzenith.benchmark.micro}. */
@NullMarked
package org.jzenith.rest.json;

import org.jspecify.annotations.NullMarked;
