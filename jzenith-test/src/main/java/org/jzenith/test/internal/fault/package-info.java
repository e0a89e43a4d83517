/** Internal. Faults of the network, for tests of jZenith's own modules. */
@NullMarked
package org.jzenith.test.internal.fault;

import org.jspecify.annotations.NullMarked;
