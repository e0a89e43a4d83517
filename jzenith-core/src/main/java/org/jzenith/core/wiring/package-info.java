/**
 * Internal. Creates Guice's injector, and reports what is wrong with the bindings:
 * {@link org.jzenith.core.wiring.Wiring}, {@link org.jzenith.core.wiring.DuplicateBindings}.
 */
@NullMarked
package org.jzenith.core.wiring;

import org.jspecify.annotations.NullMarked;
