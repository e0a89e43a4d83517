/**
 * Internal. Creates Guice's injector, finds what is missing or circular before anything is created, and reports what
 * Guice finds: {@link org.jzenith.core.wiring.Wiring}, {@link org.jzenith.core.wiring.DuplicateBindings}. A plugin with a
 * qualifier has an injector of its own, {@link org.jzenith.core.wiring.QualifiedPlugin}.
 */
@NullMarked
package org.jzenith.core.wiring;

import org.jspecify.annotations.NullMarked;
