/**
 * Internal. Creates Guice's injector, finds what is missing or circular before anything is created, and puts Guice's errors
 * into words of the start. The public type is {@link org.jzenith.core.wiring.Wiring}.
 */
@NullMarked
package org.jzenith.core.wiring;

import org.jspecify.annotations.NullMarked;
