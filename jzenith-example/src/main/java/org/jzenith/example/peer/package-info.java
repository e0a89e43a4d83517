/** Calls to a second instance of the example, through a typed client. */
@NullMarked
package org.jzenith.example.peer;

import org.jspecify.annotations.NullMarked;
