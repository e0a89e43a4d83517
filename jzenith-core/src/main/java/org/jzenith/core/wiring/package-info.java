/**
 * Internal. Creates Guice's injector, finds what is missing or circular before anything is created, and reports what
 * Guice finds. The public type is {@link org.jzenith.core.wiring.Wiring}.
 */
@NullMarked
package org.jzenith.core.wiring;

import org.jspecify.annotations.NullMarked;
