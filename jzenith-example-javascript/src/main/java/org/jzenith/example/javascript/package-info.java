/** An example with handlers in JavaScript beside resource methods in Java. */
@NullMarked
package org.jzenith.example.javascript;

import org.jspecify.annotations.NullMarked;
