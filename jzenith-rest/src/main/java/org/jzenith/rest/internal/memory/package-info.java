/**
 * Internal. The memory budget of values that bodies and parts are read into: estimates the memory of a value, and waits until the
 * budget has room for it.
 */
@NullMarked
package org.jzenith.rest.internal.memory;

import org.jspecify.annotations.NullMarked;
