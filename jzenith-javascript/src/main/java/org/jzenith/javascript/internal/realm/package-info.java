/**
 * Internal. The realms in which JavaScript runs: one for each event loop, entered by turns, each of which a watch interrupts when it
 * takes too long. {@code prelude.js} is the part of this package that is written in JavaScript.
 */
@NullMarked
package org.jzenith.javascript.internal.realm;

import org.jspecify.annotations.NullMarked;
