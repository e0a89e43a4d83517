/**
 * Internal. Creates Guice's injector, and reports what is wrong with the bindings:
 * {@link org.jzenith.core.internal.wiring.Wiring}, {@link org.jzenith.core.internal.wiring.DuplicateBindings}.
 */
@NullMarked
package org.jzenith.core.internal.wiring;

import org.jspecify.annotations.NullMarked;
